"""The front page: what the course is, a card for each lesson, and where to begin."""

import html
import re

from lessons import raw
from markdown import classes

SESSION = re.compile(r"<picture>.*?</picture>", re.DOTALL)

WAYS = [
    ("first-30-minutes.html", "I want to learn", "From the checkout to the first exercise solved: your "
     "first 30 minutes, with what you will see."),
    ("instructors.html", "I teach a class", "Setting the course up, plans of lessons, grading, and what "
     "protects you from the programs you grade."),
    ("instructors.html#instructors--grading", "I grade a class", "One command for a folder of "
     "submissions: points, reports for students, exports for your learning platform."),
    ("emulator.html", "I want to run CUDA without a GPU", "What the emulator runs, what its race checker "
     "sees, and where real hardware differs."),
    ("rules.html", "I want to look something up", "The rules, each with the messages that cite it. "
     "The search finds errors, messages and names of CUDA."),
    ("adding-a-lesson.html", "I want to add a lesson", "Every file of a small lesson, step by step. A test "
     "follows the steps."),
]


def hero(lessons, slides):
    decks = ""
    if slides and (slides / "index.html").exists():
        decks = '<a class="button" href="slides/index.html">Slides</a>'
    return f"""<section class="hero" aria-labelledby="hero-title">
<h1 id="hero-title">CUDA Dynamic Parallelism: grids that launch grids</h1>
<p class="lead">A course for CUDA 12 and 13 beside the chapter of <em>Programming Massively Parallel
Processors</em>. You write kernels, and an autograder tells you whether they are correct. If not, its
message names the line, the rule that it breaks, and a thread schedule that exposes the error.</p>
<p>You should be able to write a CUDA kernel, launch it, and copy memory between host and device. You need
no GPU.</p>
<p class="buttons"><a class="button first" href="first-30-minutes.html">Your first 30 minutes</a>
<a class="button" href="lessons.html">All lessons</a>{decks}</p>
<pre class="terminal"><code>./course             <span># installs, builds, shows what is next</span>
./course check 1     <span># is it right, and if not, why not</span></code></pre>
<p class="figures"><b>{len(lessons)}</b> lessons, each with a page, an exercise of 30 to 120 minutes, a quiz and a
deck of slides. Every exercise is checked on your own machine; times are measured on an H200.</p>
</section>"""


def session(page):
    """README's recorded session. site.js adds a button that stops it."""
    picture = SESSION.search(page.text)
    if not picture:
        page.fail("there is no <picture> of a session for the front page")
    shown = picture[0]
    for file in re.findall(r'"(docs/pictures/[^"]+)"', shown):
        path = page.resolve(file)
        page.pictures.add(path)
        shown = shown.replace(file, path.name)
    return raw(f"""<figure class="session">{shown}
<figcaption>A recorded session with the first exercise: a mistake, its diagnosis, a hint, and the program
that passes.</figcaption></figure>""")


def card(lesson, slides):
    deck = lesson.deck(slides)
    slides_link = (f' · <a href="slides/{deck}" aria-label="Slides of lesson {lesson.number}">Slides'
                   "</a>" if deck else "")
    picture = ""
    if lesson.picture:
        picture = f'<div class="thumb"><img{classes(lesson.picture)} src="{lesson.picture.name}" alt="" role="presentation"></div>'
    chapter = f"Chapter {lesson.chapter}" if lesson.chapter else "Beyond the textbook"
    return f"""<li class="card">{picture}
<h3><span class="number">{lesson.number}</span> <a href="{lesson.id}.html">{html.escape(lesson.title)}</a></h3>
<p>{html.escape(lesson.summary)}</p>
<p class="facts">{chapter}{slides_link}</p></li>"""


def ways():
    items = "\n".join(f'<li><h3><a href="{address}">{title}</a></h3><p>{words}</p></li>'
                      for address, title, words in WAYS)
    return f'<ul class="ways">\n{items}\n</ul>'


def section(words, body):
    """A part of the front page; its heading stays out of the table of contents."""
    return raw(f"<h2>{words}</h2>\n{body}")


def page(page, lessons, slides):
    cards = "\n".join(card(lesson, slides) for lesson in lessons)
    page.pictures |= {lesson.picture for lesson in lessons if lesson.picture}
    figure = "\n".join(page.figure(
        "A parent grid, its children and their tail, as the emulator's virtual clock saw them",
        "docs/pictures/launch-timeline.svg"))
    return (f"# CUDA Dynamic Parallelism {{#mainpage}}\n{raw(hero(lessons, slides))}\n"
            + session(page)
            + section("Where to begin", ways())
            + section("Lessons", f'<ul class="cards">{cards}</ul>')
            + section("What a run looks like", "<p>The emulator draws every run: each grid on the "
                      "virtual clock, the arrows from who launched it, and what it waited for. "
                      "<code>./course trace 03</code> draws yours.</p>")
            + figure + "\n")
