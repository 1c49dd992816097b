#!/bin/sh
# The Java package beside ulid-creator and java.util.UUID, by processor time, in one run. Needs `make jvm`, a JDK and Maven.
# usage: bench/jvm/run.sh [ROUNDS]
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
into=$root/build/bench-jvm
jar=$(echo "$root"/build/release/jvm/sortid-*.jar)
mvn -q -B -f "$here/../peers/java/pom.xml" dependency:copy-dependencies -DoutputDirectory="$into/jars"
javac -cp "$jar:$into/jars/*" -d "$into" "$here/Jvm.java"
run() { java -XX:+UseSerialGC -cp "$into:$jar:$into/jars/*" Jvm "$@"; }
run "${1:-400}"
for whose in ours theirs; do run first $whose; done
