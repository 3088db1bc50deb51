# Runs beside one test and cleans up when the test process dies without doing so
# itself: interrupted, killed, or past its time limit. Its input ends then.
#
# $1 is the directory to remove. Each line of the input is a process group to
# kill. Killing at once is right here: nobody wants the data any more.
dir=$1
shift
while read -r group; do
	set -- "$@" "-$group"
done
if [ $# -gt 0 ]; then
	kill -s KILL -- "$@"
fi
exec rm -rf -- "$dir"
