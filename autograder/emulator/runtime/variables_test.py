"""Counts the variables of libemulator.so that can change and have no owner: at namespace scope, or of
functions. State belongs to the Emulator (emulator.h); what stands here is all the rest, with its reason."""

import re
import subprocess
import sys

MOST = 20
PERMITTED = {
    "emu::emulator": "the one Emulator",
    # CUDA demands them.
    "threadIdx": "CUDA's built-in variable, read by device code",
    "blockIdx": "CUDA's built-in variable, read by device code",
    "blockDim": "CUDA's built-in variable, read by device code",
    "gridDim": "CUDA's built-in variable, read by device code",
    # Code that emucc makes reads or writes them by their names.
    "emu::(anonymous namespace)::running_serial": "compared by code of each __shared__ variable",
    "emulator_closed": "compared with by looks in front of the program's accesses (checker/looks.h)",
    "emulator_issued": "added to by the program's code, instruction by instruction (seam.h)",
    "emulator_program_stack": "set by the program's code when it calls what is not its own",
    "emulator_returns": "where the program's code writes return addresses down (device/threads/shadow_stack.h)",
    "emulator_outside": "the border's registers, named by its assembler text (device/border/program.cpp)",
    # Needed before the Emulator is made.
    "emu::(anonymous namespace)::found_in_libc": "the C library's functions that wait (device/hosts/libc.h)",
    # Speed. See docs/emulator.md for what was measured.
    "emu::checker::now": "read by each hook: as a member it would cost each one load more",
    "emu::running": "read and written at each switch between threads",
    "emu::current_block": "asked for by nearly every call of device code",
    "emu::resumed_at": "written at each switch and each barrier",
}
# What compilers and the C++ library put in themselves.
NOT_OURS = re.compile(r"completed\.0|__dso_handle|__TMC_END__|DW\.ref\.\S+|std::__ioinit")


def read_elf(library, *options):
    return subprocess.run(["readelf", "-W", *options, library], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def relocated_once(library):
    """The addresses that loaders make read-only."""
    for line in read_elf(library, "--program-headers"):
        words = line.split()
        if words[:1] == ["GNU_RELRO"]:
            return range(int(words[2], 16), int(words[2], 16) + int(words[5], 16))
    return range(0)


def writable_sections(library):
    pattern = re.compile(r"\s*\[\s*(\d+)\] \S+\s+\S+\s+[0-9a-f]+ [0-9a-f]+ [0-9a-f]+ +\d+ +(\w+)")
    found = [pattern.match(line) for line in read_elf(library, "--sections")]
    return {match[1] for match in found if match and "W" in match[2] and "T" not in match[2]}


def variables(library):
    """{address: names} of all that can be written to while a program runs."""
    constant, sections, found = relocated_once(library), writable_sections(library), {}
    for line in read_elf(library, "--symbols", "--demangle"):
        words = line.split(None, 7)
        if len(words) < 8 or words[3] != "OBJECT" or words[6] not in sections:
            continue
        address, name = int(words[1], 16), words[7]
        if address not in constant and not NOT_OURS.fullmatch(name):
            found.setdefault(address, set()).add(name)
    return found


def main(library):
    found = variables(library)
    unknown = [names for names in found.values() if not names & PERMITTED.keys()]
    for names in unknown:
        print(f"{' = '.join(sorted(names))} has no owner: make it a member of a State")
    for name in sorted(PERMITTED.keys() - set().union(*found.values())):
        print(f"{name} is permitted and not there: take it out of the list")
        unknown.append({name})
    print(f"{len(found)} variables at namespace scope")
    sys.exit(1 if unknown or len(found) > MOST else 0)


if __name__ == "__main__":
    main(sys.argv[1])
