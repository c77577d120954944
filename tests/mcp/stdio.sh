#!/bin/sh
# stdio.sh PROGRAM FILE: serves on standard input. FILE gets the log and the exit status.
program=
trap '[ -z "$program" ] || kill $program' TERM
exec 3<&0
"$1" mcp 2>> "$2" <&3 3<&- &
program=$!
wait $program
status=$?
# 143: the signal ended the wait.
[ $status != 143 ] || { wait $program; status=$?; }
echo "status $status" >> "$2"
