"""What ./dev mutate changes in a source, and what it leaves alone."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "harness"))
import changes
import closing


def made(source):
    """Each change as the line that comes of it."""
    results = []
    for change in changes.changes(source):
        changed = change.apply(source)
        line = source.count("\n", 0, change.start)
        results.append(changed.split("\n")[line].strip())
    return results


class ChangesTest(unittest.TestCase):
    def test_operators_between_blanks(self):
        self.assertEqual(made("x = a == b;"), ["x = a != b;"])
        self.assertEqual(made("x = a < b && c;"), ["x = a <= b && c;", "x = a >= b && c;", "x = a < b || c;"])
        self.assertEqual(made("++count;"), ["--count;"])

    def test_templates_references_and_pointers_stay(self):
        self.assertEqual(made("std::vector<int> f(std::string&& a, const char* b);"), [])

    def test_constants(self):
        self.assertEqual(made("int x = 10;"), ["int x = 11;", "int x = 9;"])
        self.assertEqual(made("int x = 0;"), ["int x = 1;"])
        self.assertEqual(made("int x = 0660;"), ["int x = 0661;"])
        self.assertEqual(made("bool x = true;"), ["bool x = false;"])
        self.assertEqual(made("auto x = 1'000'000;"), ["auto x = 1000001;", "auto x = 999999;"])

    def test_enumerators_of_the_same_enum(self):
        self.assertEqual(made("f(State::kOk);\nint State::kBad;")[-2:], ["f(State::kBad);", "int State::kOk;"][-2:])
        self.assertEqual(made("f(State::kOk, Other::kBad);"), [])

    def test_texts_that_are_names_and_messages(self):
        self.assertEqual(made('auto x = "/lock";'), ['auto x = "";', 'auto x = "/lockx";'])
        self.assertEqual(made('auto x = "no space left";'), [])
        self.assertEqual(made('auto x = "";'), ['auto x = "x";'])

    def test_comments_directives_and_static_assert_stay(self):
        self.assertEqual(made('#include "a/1.h"\n// x == 1\n/* y = 2; */\nstatic_assert(sizeof(int) == 4, "4");'), [])
        self.assertEqual(made("#define F(x) \\\n  g(x == 1)\n"), [])

    def test_conditions(self):
        self.assertEqual(made("if (f(a)) {"),
                         ["if (!(f(a))) {", "if (false && (f(a))) {", "if (true || (f(a))) {"])
        self.assertEqual(made("while (f(a)) {"), ["while (!(f(a))) {", "while (false && (f(a))) {"])
        self.assertEqual(made("if (const int a = f(); a) {"), [])

    def test_not_is_taken_away(self):
        self.assertEqual(made("return !ok;"), ["return ok;"])

    def test_statements_are_left_out(self):
        self.assertIn("{ ; }", made("{ f(a); }"))
        self.assertIn("; ; }", made("; a.b = c; }"))
        self.assertEqual(made("{ std::string name = f(); }"), [])
        self.assertEqual(made("{ return f(a); }"), [])

    def test_places(self):
        source = "int a;\nbool b = true;\n"
        self.assertEqual(changes.place(source, changes.changes(source)[0]), "2:10")


if __name__ == "__main__":
    closing.main()
