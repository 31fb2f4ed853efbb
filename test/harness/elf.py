"""Reads what is said of a 64-bit ELF program: segments, dynamic section, functions and who calls whom."""

import bisect
import struct
from collections import namedtuple
from pathlib import Path

EXEC, DYN = 2, 3  # kinds of files
LOAD, DYNAMIC, INTERP, NOTE, STACK, RELRO, PROPERTY = 1, 2, 3, 4, 0x6474e551, 0x6474e552, 0x6474e553
X, W = 1, 2  # flags of segments
NEEDED, RPATH, TEXTREL, RUNPATH, FLAGS, FLAGS_1 = 1, 15, 22, 29, 30, 0x6ffffffb  # of the dynamic section
TEXTREL_FLAG, BIND_NOW, NOW, PIE = 4, 8, 1, 0x08000000  # of FLAGS and FLAGS_1
CODE = 4  # flag of a section
SYMBOLS, FUNCTION = 2, 2
IBT, SHSTK = 1, 2

Segment = namedtuple("Segment", "type flags offset address physical size memory align")
Section = namedtuple("Section", "name type flags address offset size link info align entry")
Function = namedtuple("Function", "address size name")


class Elf:
    def __init__(self, path):
        self.bytes = Path(path).read_bytes()
        assert self.bytes[:6] == b"\x7fELF\x02\x01", path
        header = struct.unpack_from("<HHIQQQIHHHHHH", self.bytes, 16)
        self.type, at_segments, at_sections = header[0], header[4], header[5]
        segment_size, segments, section_size, sections, names = header[8:13]
        self.segments = [Segment(*struct.unpack_from("<IIQQQQQQ", self.bytes, at_segments + i * segment_size))
                         for i in range(segments)]
        raw = [Section(*struct.unpack_from("<IIQQQQIIQQ", self.bytes, at_sections + i * section_size))
               for i in range(sections)]
        self.sections = [s._replace(name=self.text(raw[names].offset + s.name)) for s in raw]

    def text(self, at):
        return self.bytes[at:self.bytes.index(b"\0", at)].decode()

    def of_type(self, kind):
        return [segment for segment in self.segments if segment.type == kind]

    def dynamic(self):
        """The entries of the dynamic section: lists of values by tag."""
        entries = {}
        for segment in self.of_type(DYNAMIC):
            for at in range(segment.offset, segment.offset + segment.size, 16):
                tag, value = struct.unpack_from("<QQ", self.bytes, at)
                if tag == 0:
                    break
                entries.setdefault(tag, []).append(value)
        return entries

    def x86_features(self):
        """What all parts of the program were compiled for: IBT, SHSTK, or 0 where the linker kept no note."""
        for section in self.sections:
            if section.name != ".note.gnu.property":
                continue
            content = self.bytes[section.offset:section.offset + section.size]
            at = content.find(struct.pack("<II", 0xc0000002, 4))
            if at >= 0:
                return struct.unpack_from("<I", content, at + 8)[0]
        return 0

    def functions(self):
        """Those with a name, by address; those of shared libraries first, at address 0."""
        found = []
        for table in self.sections:
            if table.type != SYMBOLS:
                continue
            names = self.sections[table.link].offset
            for name, info, _, _, address, size in struct.iter_unpack(
                    "<IBBHQQ", self.bytes[table.offset:table.offset + table.size]):
                if info & 15 == FUNCTION:
                    found.append(Function(address, size, self.text(names + name)))
        return sorted(found)

    def callers(self, functions, callees):
        """The functions of a list that have a call (or a jump at their end) to one of the names."""
        targets = {f.address for f in functions if f.name in callees and f.address != 0}
        starts = [f.address for f in functions]
        found = set()
        for section in self.sections:
            if not section.flags & CODE or section.type != 1:
                continue
            code = self.bytes[section.offset:section.offset + section.size]
            for opcode in b"\xe8\xe9":
                at = code.find(opcode)
                while 0 <= at <= len(code) - 5:
                    place = section.address + at
                    if place + 5 + struct.unpack_from("<i", code, at + 1)[0] in targets:
                        found.add(functions[bisect.bisect_right(starts, place) - 1])
                    at = code.find(opcode, at + 1)
        return found
