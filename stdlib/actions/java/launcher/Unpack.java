package hpdl;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Unpacks the archives of an action: zip, jar, tar, tar.gz and tgz. Nothing gets outside the folder. */
final class Unpack {
  private static final int BLOCK = 512;

  private final File folder;
  private final byte[] buffer = new byte[1 << 16];

  private Unpack(File folder) {
    this.folder = folder;
  }

  /** Returns what went wrong, or null. */
  static String unpack(File archive, File folder) {
    String name = archive.getName().toLowerCase(Locale.ROOT);
    try (InputStream in = new BufferedInputStream(new FileInputStream(archive), 1 << 16)) {
      Unpack unpack = new Unpack(folder.getCanonicalFile());
      unpack.makeFolder(unpack.folder);
      if (name.endsWith(".zip") || name.endsWith(".jar") || name.endsWith(".war")) {
        unpack.zip(new ZipInputStream(in));
      } else if (name.endsWith(".tar.gz") || name.endsWith(".tgz")) {
        unpack.tar(new DataInputStream(new BufferedInputStream(new GZIPInputStream(in), 1 << 16)));
      } else if (name.endsWith(".tar")) {
        unpack.tar(new DataInputStream(in));
      } else {
        return "archive " + archive.getName()
            + " cannot be unpacked: its name does not end with .zip, .jar, .war, .tar, .tar.gz or .tgz";
      }
      return null;
    } catch (IOException | IllegalArgumentException broken) {
      String text = broken.getMessage() == null ? broken.toString() : broken.getMessage();
      return "archive " + archive.getName() + " cannot be unpacked: " + text;
    }
  }

  private void makeFolder(File wanted) throws IOException {
    if (!wanted.isDirectory() && !wanted.mkdirs()) {
      throw new IOException("cannot make " + wanted);
    }
  }

  /** The place of an entry. Links that earlier entries made are followed first, so they are no way out. */
  private File place(String name) throws IOException {
    File place = new File(folder, name).getCanonicalFile();
    if (!place.toPath().startsWith(folder.toPath())) {
      throw new IOException("entry " + name + " is outside of it");
    }
    return place;
  }

  private void copy(InputStream in, long size, File place, boolean executable) throws IOException {
    makeFolder(place.getParentFile());
    try (OutputStream out = new FileOutputStream(place)) {
      for (long left = size; left != 0; ) {
        int most = left < 0 ? buffer.length : (int) Math.min(left, buffer.length);
        int got = in.read(buffer, 0, most);
        if (got < 0 && left > 0) {
          throw new EOFException("it is cut short");
        } else if (got < 0) {
          break;
        }
        out.write(buffer, 0, got);
        left -= left < 0 ? 0 : got;
      }
    }
    if (executable && !place.setExecutable(true)) {
      throw new IOException("cannot make " + place + " executable");
    }
  }

  private void zip(ZipInputStream in) throws IOException {
    boolean any = false;
    for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
      any = true;
      File place = place(entry.getName());
      if (entry.isDirectory()) {
        makeFolder(place);
      } else {
        copy(in, -1, place, false);
      }
    }
    if (!any) {
      throw new IOException("it has no entries");
    }
  }

  private static String text(byte[] bytes, int from, int length) throws IOException {
    int end = from;
    while (end < from + length && bytes[end] != 0) {
      ++end;
    }
    return new String(bytes, from, end - from, "UTF-8");
  }

  /** A size: octal digits, or a big-endian number behind a first byte of 0x80. */
  private static long number(byte[] bytes, int from, int length) throws IOException {
    long value = 0;
    if (bytes[from] == (byte) 0x80) {
      for (int i = from + 1; i < from + length; ++i) {
        value = value << 8 | bytes[i] & 0xff;
      }
    } else {
      String digits = text(bytes, from, length).trim();
      value = digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }
    if (value < 0) {
      throw new IOException("a size is not valid");
    }
    return value;
  }

  /** The path in a block of extended headers ({@code 27 path=...}), or null. */
  private static String pathOf(byte[] headers) throws IOException {
    String path = null;
    for (int at = 0; at < headers.length; ) {
      int blank = at;
      while (blank < headers.length && headers[blank] != ' ') {
        ++blank;
      }
      int length = Integer.parseInt(new String(headers, at, blank - at, "UTF-8"));
      if (length <= blank - at || length > headers.length - at) {
        throw new IOException("an extended header is not valid");
      }
      String line = new String(headers, blank + 1, length - (blank - at) - 2, "UTF-8");
      if (line.startsWith("path=")) {
        path = line.substring("path=".length());
      }
      at += length;
    }
    return path;
  }

  private static byte[] longName(DataInputStream in, long size) throws IOException {
    if (size > 1 << 20) {
      throw new IOException("a name is too long");
    }
    byte[] bytes = new byte[(int) size];
    in.readFully(bytes);
    skip(in, padding(size));
    return bytes;
  }

  private static long padding(long size) {
    return (BLOCK - size % BLOCK) % BLOCK;
  }

  private static void skip(DataInputStream in, long size) throws IOException {
    for (long left = size; left > 0; ) {
      int done = in.skipBytes((int) Math.min(left, Integer.MAX_VALUE));
      if (done <= 0) {
        in.readByte();
        done = 1;
      }
      left -= done;
    }
  }

  private void tar(DataInputStream in) throws IOException {
    byte[] header = new byte[BLOCK];
    String given = null;
    while (true) {
      in.readFully(header);
      if (header[0] == 0) {
        return;
      }
      if (!text(header, 257, 5).equals("ustar")) {
        throw new IOException("it is no tar file");
      }
      long size = number(header, 124, 12);
      int type = header[156];
      if (type == 'L' || type == 'x') {
        byte[] bytes = longName(in, size);
        String path = type == 'L' ? text(bytes, 0, bytes.length) : pathOf(bytes);
        given = path == null ? given : path;
        continue;
      }
      String prefix = header[262] == 0 ? text(header, 345, 155) : "";
      String name = text(header, 0, 100);
      name = given != null ? given : prefix.isEmpty() ? name : prefix + "/" + name;
      given = null;
      entry(in, type, name, size, header);
    }
  }

  private void entry(DataInputStream in, int type, String name, long size, byte[] header)
      throws IOException {
    if (type == '5') {
      makeFolder(place(name));
    } else if (type == '2') {
      File place = new File(place(new File(name).getParent() == null ? "." : new File(name).getParent()),
          new File(name).getName());
      makeFolder(place.getParentFile());
      Files.createSymbolicLink(place.toPath(), Paths.get(text(header, 157, 100)));
    } else if (type == '0' || type == 0) {
      copy(in, size, place(name), (number(header, 100, 8) & 0100) != 0);
      skip(in, padding(size));
      return;
    }
    skip(in, size + padding(size));
  }
}
