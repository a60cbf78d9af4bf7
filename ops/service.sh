# shellcheck shell=bash
# Sourced by ops/update and ops/backup/restore. Variables:
#   CUPO      link to the folder of the release that runs (/opt/cupo)
#   ENV_FILE  the variables of Cupo (/etc/cupo/cupo.env)
#   PORTS     of its processes ('3000 3001')
#   SERVICE   command that is called with `start|stop|restart PORT`, if systemd does not run them
CUPO=${CUPO:-/opt/cupo}
ENV_FILE=${ENV_FILE:-/etc/cupo/cupo.env}
PORTS=${PORTS-3000 3001}
READY_S=${READY_S:-120}

red() { printf '\033[1;31m%s\033[0m\n' "$*" >&2; }
fail() { red "$*"; exit 1; }

# service start|stop|restart PORT
service() {
  if [ -n "${SERVICE:-}" ]; then $SERVICE "$1" "$2"; else systemctl "$1" "cupo@$2"; fi
}

# The release in a folder, as it says itself.
version_of() { node -p 'JSON.parse(fs.readFileSync(process.argv[1])).version' "$1/package.json"; }

# is_ready PORT VERSION: whether the process on the port is of this release and may get traffic.
is_ready() {
  # shellcheck disable=SC2016
  node -e '
    const [port, version] = process.argv.slice(1)
    const ask = (path) => fetch(`http://127.0.0.1:${port}/api/${path}`)
    const isReady = async () =>
      (await (await ask("health")).json()).version === version && (await ask("ready")).ok
    isReady().then((yes) => process.exit(yes ? 0 : 1), () => process.exit(1))' "$1" "$2"
}

# wait_ready PORT VERSION
wait_ready() {
  local end=$((SECONDS + READY_S))
  until is_ready "$1" "$2"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 1
  done
}

# in_release FOLDER ARGUMENTS OF NODE: a command of that release, with the variables of Cupo.
in_release() (
  cd "$1" || exit 1
  shift
  node --env-file="$ENV_FILE" "$@"
)

# point_to FOLDER: the release that the next start runs. There is no moment without the link.
point_to() {
  ln -sfT "$1" "$CUPO.new"
  mv -T "$CUPO.new" "$CUPO"
}
