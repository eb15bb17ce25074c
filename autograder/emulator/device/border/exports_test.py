"""Holds exports.map against the headers: what they declare of the emulator's, programs may call, so
libemulator.so must show it. Programs that no test has written would not be linked."""

import re
import subprocess
import sys
from pathlib import Path

OWN_HEADERS = {"program.h"}  # of the border to programs: called by the emulator only
OWN_ROOMS = ("checker::", "memory::", "report::", "detail::")


def symbols(library, *options):
    lines = subprocess.run(["nm", "-C", "--defined-only", *options, library], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    return {line.split(" ", 2)[2] for line in lines}


def functions(names):
    """Those of the emulator's namespace: {name: full signatures}."""
    found = {}
    for full in names:
        match = re.match(r"emu::((?:\w+::)*\w+)(\(.*\))(?: const)?$", full)
        if match and not match[1].startswith(OWN_ROOMS):
            found.setdefault(match[1], set()).add(full)
    return found


def declared(headers):
    """Names in front of a parenthesis whose statement ends without a body."""
    text = "".join(re.sub(r"//.*", "", path.read_text()) for path in sorted(headers.rglob("*"))
                   if path.suffix in (".h", ".inc") and path.name not in OWN_HEADERS)
    return set(re.findall(r"(?<!return)(?<=[\w&*\]])\s+[&*]*(\w+)\([^;{}]*\)[\w\s]*;", text))


def main(library, headers):
    shown = symbols(library, "-D")
    wanted = declared(Path(headers))
    hidden = sorted(full for name, fulls in functions(symbols(library)).items()
                    if name.split("::")[-1] in wanted for full in fulls if full not in shown)
    for full in hidden:
        print(f"{full} is declared in a header and not shown by exports.map")
    if len(wanted) < 100 or len(shown) < 100:
        sys.exit("neither headers nor library can be right")
    sys.exit(1 if hidden else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
