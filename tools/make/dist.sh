#!/bin/sh
## Create the source archive callbox-VERSION.tar.gz of the committed files
# The archive is reproducible.
set -eu
name=callbox-$VERSION
mkdir -p "$2"
git archive --format=tar --prefix="$name/" HEAD | gzip -9n > "$2/$name.tar.gz"
echo "dist: $2/$name.tar.gz"
