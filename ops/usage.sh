# Sourced by the commands of ops/. `--help` prints the comment at the head of the command, and an
# option that is not in `options` ends it with exit code 2.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }
for argument in "$@"; do
  case $argument in
    --help) usage; exit 0 ;;
    -*)
      case " ${options:-} " in
        *" $argument "*) ;;
        *) { echo "unknown option: $argument"; usage; } >&2; exit 2 ;;
      esac ;;
  esac
done
