"""Puts a page of the reference in our words: each declaration of the list at the top has its first
sentence, and its name is the link to the rest; names are as checks write them. Doxygen has no title for
classes on the page of a group.
"""

import re

# The link after a sentence of the list, to which the declaration's name leads too.
MORE = re.compile(r'\s*<a href="[^"]*">More\.\.\.</a>(?:<br />)?')
# Where the name of a class stands that is described on the page of its group.
SCOPED = re.compile(r'(</span>|<td class="memname">(?:class|struct) |<br />\n(?:class|struct) )harness::')
# Between the values of an enumeration.
BEFORE_COMMA = re.compile(r"(?<=\w)\s*\n, (?=<a class=\"el\")")
# Says nothing to those who call a function.
INLINE = '<span class="mlabel">inline</span>'


# Doxygen's headings of a class, and ours.
HEADINGS = {"Class Documentation": "Types in detail", "Public Types": "Types",
            "Public Member Functions": "Member functions", "Public Attributes": "Fields",
            "Constructor &amp; Destructor Documentation": "Constructors in detail",
            "Member Function Documentation": "Member functions in detail",
            "Member Data Documentation": "Fields in detail"}


def rewritten(text):
    text = MORE.sub("", text)
    text = SCOPED.sub(r"\1", text).replace(INLINE, "")
    for theirs, ours in HEADINGS.items():
        text = re.sub(rf"(?<=[>\n]){re.escape(theirs)}(?=</h[234]>)", ours, text)
    text = BEFORE_COMMA.sub(", ", text)
    return text.replace("anonymous enum", "Constants")


def rewrite_all(folder):
    """Rewrites the pages of the reference in `folder`."""
    for page in folder.glob("group__*.html"):
        page.write_text(rewritten(page.read_text()))
