# Sourced by the scripts that build a static library from Debian's source package, where the
# distribution's own archive does not fit: download, check, cache. Before sourcing: `fail`.

# hpdl_cache: the folder that all build folders share.
hpdl_cache=${HPDL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/hpdl}

# As CMakeLists.txt has it for what becomes part of hpdlc and of programs.
# shellcheck disable=SC2034 # used by those who source this
hpdl_hardened=(-fPIE -fstack-protector-strong -fcf-protection=return -D_FORTIFY_SOURCE=2)

need_tools() {
  local tool
  for tool in apt-get patch xz flock "$@"; do
    command -v "$tool" >/dev/null || fail "'$tool' is missing; run: ./dev packages"
  done
}

# take_lock NAME: a second build folder may want the same at the same time.
take_lock() {
  mkdir -p "$hpdl_cache"
  exec 9>"$hpdl_cache/$1.lock"
  flock 9
}

# deb-src lines for the Debian archives that this machine already takes packages from.
source_lines() {
  # shellcheck disable=SC2016 # apt fills these in
  apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Origin: Debian' 'Created-By: Packages' 'Component: main' |
    sort -u | while read -r uri release; do
      echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $release main"
    done
}

# download_source PACKAGE: its files into the current folder, with lists of apt of its own: those of
# the machine stay as they are.
download_source() {
  mkdir -p apt/lists/partial apt/cache/archives/partial
  source_lines >apt/sources.list
  [[ -s apt/sources.list ]] || fail "apt has no lists of Debian's packages; run: apt-get update"
  local options=(-q -o "Dir::Etc::SourceList=$PWD/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$PWD/apt/lists" -o "Dir::Cache=$PWD/apt/cache" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update
  apt-get "${options[@]}" --only-source source --download-only "$1"
}

# unpack_source PACKAGE VERSION SHA256 [WITHOUT...]: unpacks the upstream archive, if it is the one
# that was reviewed, and applies Debian's patches but those that begin with WITHOUT. Enters the folder.
unpack_source() {
  local package=$1 version=$2 sha256=$3 archive patches patch without
  shift 3
  for archive in "${package}_$version".orig.tar.{gz,bz2,xz}; do
    [[ ! -f $archive ]] || break
  done
  [[ -f $archive ]] || fail "Debian's source package is not $version any more; tell the maintainers of hpdlc"
  echo "$sha256  $archive" | sha256sum --check --quiet || fail "$archive is not the one that was reviewed"
  tar xf "$archive"
  cd "$package-$version"
  tar xf ../"${package}_$version"-*.debian.tar.xz
  mapfile -t patches < <(sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' debian/patches/series)
  for patch in "${patches[@]}"; do
    for without in "$@"; do
      [[ $patch != "$without"* ]] || continue 2
    done
    patch -p1 -s -f <"debian/patches/$patch" || fail "$patch does not apply"
  done
}

# source_revision PACKAGE: version and Debian revision of what was downloaded.
source_revision() {
  local file
  file=$(echo "$1"_*.debian.tar.xz)
  file=${file#"$1"_}
  echo "${file%.debian.tar.xz}"
}
