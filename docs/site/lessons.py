"""The lessons as their folders tell them, and the one template of a lesson's page."""

import dataclasses
import html
import pathlib
import re
import tomllib

import launch_graphs
from markdown import anchor, raw_lines


@dataclasses.dataclass
class Lesson:
    """What lesson.toml and the README say, as far as the site shows it."""

    name: str
    folder: pathlib.Path
    title: str
    summary: str
    chapter: str
    builds_on: list
    points: int
    tasks: int
    minutes: str
    text: str

    @property
    def id(self):
        return f"lesson-{self.name}"

    @property
    def number(self):
        return self.name[:2]

    @property
    def readme(self):
        return f"lessons/{self.name}/README.md"

    @property
    def exercise(self):
        """The id of the reference of its exercise.h."""
        return f"exercise-{self.name}"

    @property
    def picture(self):
        """The picture that the README shows first, or None."""
        found = re.search(r"^!\[[^\]]*\]\(([^)]+)\)$", self.text, re.M)
        return (self.folder / found[1]).resolve() if found else None

    def deck(self, slides):
        """The file name of its built deck, or None where there is none."""
        built = slides and slides / f"{self.name}.html"
        return built.name if built and built.exists() else None


def load(tree):
    """All lessons, in their order."""
    return [read(folder) for folder in sorted((tree / "lessons").glob("[0-9]*")) if folder.is_dir()]


def read(folder):
    facts = tomllib.loads((folder / "lesson.toml").read_text())
    text = (folder / "README.md").read_text()
    minutes = re.search(r"\bAllow\s+about\s+(\d+)\s+minutes\b", text)
    return Lesson(folder.name, folder, facts["title"], facts["summary"], facts["chapter"],
                  facts.get("builds_on", []), sum(check["points"] for check in facts["check"]),
                  len(facts["todos"]), minutes[1] if minutes else "", text)


def buttons(lesson, slides):
    """Deck, exercise and rules, for those who come to do something."""
    links = []
    if lesson.deck(slides):
        links.append(("Slides", f"slides/{lesson.deck(slides)}"))
    links += [("The task", f"#{anchor(lesson.id, 'The task')}"),
              ("Exercise interface", f"group__{lesson.exercise}.html"),
              ("Code", f"code-{lesson.name}.html"),
              ("When it is wrong", f"#{anchor(lesson.id, 'When it is wrong')}")]
    return "".join(f'<a class="button" href="{target}">{words}</a>' for words, target in links)


def facts(lesson):
    """Chapter, length, points and what it builds on, in a line."""
    shown = [f"Chapter {lesson.chapter}"] if lesson.chapter else ["Beyond the textbook"]
    if lesson.minutes:
        shown.append(f"exercise of {lesson.minutes} minutes")
    shown.append(f"{lesson.tasks} gaps, {lesson.points} points")
    if lesson.builds_on:
        links = ", ".join(f'<a href="lesson-{name}.html">{name[:2]}</a>' for name in lesson.builds_on)
        shown.append(f"builds on {links}")
    return " · ".join(shown)


def head(lesson, slides):
    """What stands below the title of every lesson."""
    return (f'<div class="lesson-head"><p class="summary">{html.escape(lesson.summary)}</p>'
            f'<p class="facts">{facts(lesson)}</p>'
            f'<p class="buttons">{buttons(lesson, slides)}</p></div>')


def raw(text):
    return "\n" + "\n".join(raw_lines(text))


def launches(lesson, graph):
    """The section that shows the launch graph, if there is one."""
    if graph is None:
        return ""
    heading = anchor(lesson.id, "Launch graph")
    return f"## Launch graph {{#{heading}}}\n{raw(launch_graphs.figure(graph))}\n"


def page(page, lesson, slides, code, graph, neighbors):
    """The whole page: head, README, launch graph, exercise, links to its code, way on."""
    title, _, body = page.convert().partition("\n")
    interface = anchor(lesson.id, "Exercise interface")
    return (f"{title}\n{raw(head(lesson, slides))}{body}\n{launches(lesson, graph)}"
            f"## Exercise interface {{#{interface}}}\n\n"
            f"The host calls the functions of `lessons/{lesson.name}/exercise.h`; "
            f"[the reference](@ref {lesson.exercise}) says what each of them takes, does and returns.\n\n"
            f"Code to read: {code}.\n\n{neighbors}")
