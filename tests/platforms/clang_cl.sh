#!/usr/bin/env bash
# Compiles headers and sources as clang-cl does for Windows, with the warnings of /W4 as errors. The standard library and
# the system's headers are mingw-w64's, which ask for a GNU compiler: it is one to them.
# usage: tests/platforms/clang_cl.sh GENERATED-HEADERS
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
generated=$1
library=$(dirname "$(x86_64-w64-mingw32-g++-posix -print-libgcc-file-name)")/include/c++
clang=$(clang-14 -print-resource-dir)/include
flags=(--target=x86_64-pc-windows-msvc /std:c++20 /EHsc /W4 /WX /Zs -D__STRICT_ANSI__ -D__declspec=__declspec
  /clang:-fgnuc-version=4.2.1 -fno-delayed-template-parsing -Xclang -nostdsysteminc)
for folder in "$library" "$library/x86_64-w64-mingw32" "$clang" /usr/share/mingw-w64/include; do
  flags+=("/clang:-isystem$folder")
done
# What is for another library, or for systems that are not Windows, stands apart.
git ls-files include/sortid | LC_ALL=C sed -n 's#^include/\(sortid/[a-z0-9_]*\.hpp\)$#\#include "\1"#p' | grep -v '/\(fmt\|json\)\.hpp' \
  > "$generated/every_header.cpp"
{
  echo "$generated/every_header.cpp"
  git ls-files 'src/*.cpp' | grep -v '^src/system/\(bsd\|linux\|posix\|web\)\|^src/pool/stores/'
} | xargs -P 2 -I{} clang-cl-14 "${flags[@]}" -Iinclude -Isrc -I"$generated" /Tp{}
clang-cl-14 --target=x86_64-pc-windows-msvc /W4 /WX /Zs -Xclang -nostdsysteminc "/clang:-isystem$clang" \
  /clang:-isystem/usr/share/mingw-w64/include /Tc include/sortid.h
