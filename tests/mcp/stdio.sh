#!/bin/sh
# stdio.sh PROGRAM FILE: serves on standard input; FILE tells what it said and how it left.
program=
trap '[ -z "$program" ] || kill $program' TERM
exec 3<&0
"$1" mcp 2>> "$2" <&3 3<&- &
program=$!
wait $program
status=$?
# 143: it was the signal that ended the wait.
[ $status != 143 ] || { wait $program; status=$?; }
echo "status $status" >> "$2"
