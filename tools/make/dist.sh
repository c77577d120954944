#!/bin/sh
## Make the source archive callbox-VERSION.tar.gz of what is committed
# The same commit gives the same bytes, whoever makes it.
set -eu
name=callbox-$VERSION
mkdir -p "$2"
git archive --format=tar --prefix="$name/" HEAD | gzip -9n > "$2/$name.tar.gz"
echo "dist: $2/$name.tar.gz"
