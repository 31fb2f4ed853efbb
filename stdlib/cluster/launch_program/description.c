#include "stdlib/cluster/launch_program/description.h"

#include "stdlib/cluster/launch_program/system.h"

enum { kOpen = 1, kClose = 2 };

static const char* const kNoMemory = "the description is too large";

/* True if both NAME=VALUE have the same name. */
static int SameName(const char* a, const char* b) {
  while (*a != '\0' && *a != '=' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == '=' && *b == '=';
}

const char* Variable(char** environment, const char* name) {
  for (; *environment != NULL; ++environment) {
    const char* rest = After(*environment, name);
    if (rest != NULL && *rest == '=') {
      return rest + 1;
    }
  }
  return NULL;
}

struct Text {
  char* start;
  size_t size;
};

/* Copies the text if `to` has a buffer. Always counts its bytes. */
static void Append(struct Text* to, const char* text, size_t size) {
  for (size_t i = 0; to->start != NULL && i < size; ++i) {
    to->start[to->size + i] = text[i];
  }
  to->size += size;
}

static void AppendValue(struct Text* to, char** environment, char* name) {
  const int java = SameText(name, "JAVA");
  const char* value = Variable(environment, java ? "JAVA_HOME" : name);
  const int given = value != NULL && *value != '\0';
  if (given) {
    Append(to, value, LengthOf(value));
  }
  if (java) {
    const char* program = given ? "/bin/java" : "java";
    Append(to, program, LengthOf(program));
  }
}

static void AppendReplaced(struct Text* to, char* text, char** environment) {
  while (*text != '\0') {
    char* end = text;
    if (*text == kOpen) {
      while (*end != '\0' && *end != kClose) {
        ++end;
      }
    }
    if (*end != kClose) {
      Append(to, text++, 1);
      continue;
    }
    *end = '\0';
    AppendValue(to, environment, text + 1);
    *end = kClose;
    text = end + 1;
  }
}

static char* Replaced(char* text, char** environment) {
  struct Text result = {NULL, 0};
  AppendReplaced(&result, text, environment);
  result.start = Allocate(result.size + 1);
  result.size = 0;
  if (result.start != NULL) {
    AppendReplaced(&result, text, environment);
  }
  return result.start;
}

static int AddWord(char** list, int* count, int most, char* word) {
  if (word == NULL || *count >= most) {
    return 0;
  }
  list[(*count)++] = word;
  list[*count] = NULL;
  return 1;
}

static int SetVariable(char** list, int* count, char* entry) {
  for (int i = 0; entry != NULL && i < *count; ++i) {
    if (SameName(list[i], entry)) {
      list[i] = entry;
      return 1;
    }
  }
  return AddWord(list, count, kMostWords, entry);
}

/* Ends the word at its first blank and returns the text after the blank; null if there is no
   blank. */
static char* CutWord(char* text) {
  while (*text != '\0' && *text != ' ') {
    ++text;
  }
  if (*text == '\0') {
    return NULL;
  }
  *text = '\0';
  return text + 1;
}

static int AddFile(struct Description* description, int tail, char* text) {
  char* limit = CutWord(text);
  char* path = limit == NULL ? NULL : CutWord(limit);
  if (path == NULL || *path == '\0' || description->file_count == kMostFiles) {
    return 0;
  }
  long number = 0;
  for (; *limit >= '0' && *limit <= '9' && number < (1L << 30); ++limit) {
    number = number * 10 + (*limit - '0');
  }
  if (*limit != '\0') {
    return 0;
  }
  struct File* file = &description->files[description->file_count++];
  file->name = text;
  file->limit = number;
  file->tail = tail;
  file->path = SameText(path, "-1")   ? "/proc/self/fd/1"
               : SameText(path, "-2") ? "/proc/self/fd/2"
                                      : path;
  return 1;
}

struct Counts {
  int master, command, environment;
};

/* Returns 0 if the field is not understood. */
static int ReadField(char* field, char** environment, struct Description* description,
                     struct Counts* counts) {
  char* text = field + 1;
  switch (*field) {
    case 'm':
      return AddWord(description->master, &counts->master, kMostWords, Replaced(text, environment));
    case 'a':
      return AddWord(description->command, &counts->command, kMostWords, text);
    case 'A':
      return AddWord(description->command, &counts->command, kMostWords,
                     Replaced(text, environment));
    case 'e':
      return SetVariable(description->environment, &counts->environment, text);
    case 'E':
      return SetVariable(description->environment, &counts->environment,
                         Replaced(text, environment));
    case 'h':
    case 't':
      return AddFile(description, *field == 't', text);
    default:
      return 0;
  }
}

static char** NewList(void) {
  return Allocate((kMostWords + 1) * sizeof(char*));
}

const char* ReadDescription(char* text, size_t size, char** environment,
                            struct Description* description) {
  struct Counts counts = {0, 0, 0};
  description->file_count = 0;
  description->master = NewList();
  description->command = NewList();
  description->environment = NewList();
  if (description->environment == NULL) {
    return kNoMemory;
  }
  for (char** entry = environment; *entry != NULL; ++entry) {
    if (!AddWord(description->environment, &counts.environment, kMostWords, *entry)) {
      return kNoMemory;
    }
  }
  if (size == 0 || text[size - 1] != '\0') {
    return "the description is cut short";
  }
  const char* end = text + size;
  if (!SameText(text, "hpdl-launch 1")) {
    return "the description has a different version";
  }
  for (text += LengthOf(text) + 1; text < end && !SameText(text, ".");
       /* ReadField() may cut the field, so its length is taken first */) {
    char* next = text + LengthOf(text) + 1;
    if (!ReadField(text, environment, description, &counts)) {
      return "the description has an invalid field, or too many fields";
    }
    text = next;
  }
  if (text + 2 != end) {
    return "the description does not end with its last field";
  }
  return counts.master == 0 || counts.command == 0 ? "the description has no command" : NULL;
}
