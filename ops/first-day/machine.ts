// Services around the server on its machine: DNS, the proxies of docs/deploy.md, PostgreSQL with
// backups, and the simulated external providers under their real host names, behind HAProxy.
import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BackedUp, openBackedUp } from '../backup/stage.ts'
import { type Service, startService, type User, until } from '../ha/service.ts'
import type { OutsideKeys } from './keys.ts'
import {
  DATABASE_PORT,
  DOMAIN,
  MAIL_HOST,
  MAIL_PORT,
  OUTSIDE_PORT,
  PARTIES,
  PROXIES,
} from './names.ts'

/** Debian's user `daemon`: without rights, and different from the user of PostgreSQL. */
export const APP_USER: User = { uid: 1, gid: 1 }
const READY_MS = 60_000

export type Machine = {
  folder: string
  /** Link to the folder of the release that runs, which only root can change. */
  program: string
  node: string
  database: BackedUp
  authority: string
  /** Starts the simulated providers, with the clock `hours` ahead. */
  outside(keys: OutsideKeys, hours: number): Promise<Service>
  stop(): Promise<void>
}

export async function openMachine(folder: string): Promise<Machine> {
  const at = (name: string) => path.join(folder, name)
  const services: Service[] = []
  const start = (command: string[], name: string, env: Record<string, string> = {}) => {
    const options = { logFile: at(`${name}.log`), cwd: process.cwd(), env }
    const service = startService(command, options)
    services.push(service)
    return service
  }
  start(dnsCommand(), 'dns')
  makeCertificates(folder)
  writeFileSync(at('haproxy.cfg'), outsideProxySettings(at('site.pem')))
  start(['haproxy', '-db', '-f', at('haproxy.cfg')], 'outside-proxy')
  writeFileSync(at('nginx.conf'), nginxSettings(folder))
  execFileSync('nginx', ['-t', '-q', '-c', at('nginx.conf')])
  start(['nginx', '-c', at('nginx.conf')], 'nginx')
  writeFileSync(at('Caddyfile'), caddySettings(folder))
  const caddyfile = ['--config', at('Caddyfile'), '--adapter', 'caddyfile']
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  execFileSync('caddy', ['validate', ...caddyfile], {
    env: { ...process.env, ...home },
    stdio: 'pipe',
  })
  start(['caddy', 'run', ...caddyfile], 'caddy', home)
  const database = openBackedUp(DATABASE_PORT)
  await database.start(path.join(database.folder, 'primary'))
  database.backup('setup')
  database.pgbackrest('stanza-create')
  chownSync(database.dataDir, APP_USER.uid ?? 0, APP_USER.gid ?? 0)
  return {
    folder,
    program: '/opt/cupo',
    node: at('bin/node'),
    database,
    authority: at('authority.pem'),
    async outside(keys, hours) {
      const service = start([process.execPath, 'ops/first-day/outside.ts'], 'outside', {
        OUTSIDE_KEYS: JSON.stringify(keys),
        GATEWAY_FILE: at('gateway.sqlite'),
        NODE_EXTRA_CA_CERTS: at('authority.pem'),
        ...later(hours),
      })
      const address = `http://127.0.0.1:${OUTSIDE_PORT}/seen/mail?to=x`
      await until('the outside parties answer', () => answers(address), READY_MS)
      return service
    },
    async stop() {
      for (const service of services.reverse()) await service.stop()
      database.remove()
    },
  }
}

/** Environment of a program whose clock is this many hours ahead (libfaketime). */
export function later(hours: number): Record<string, string> {
  if (hours === 0) return {}
  return {
    LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
    FAKETIME: `+${hours}h`,
    // Timeouts use the monotonic clock, which is not changed.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
}

export async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok
  } catch {
    return false
  }
}

/** Every host name resolves to this machine; with the DNS records of a mail domain. */
function dnsCommand(): string[] {
  const records = {
    [DOMAIN]: 'v=spf1 mx -all',
    [`_dmarc.${DOMAIN}`]: 'v=DMARC1; p=reject',
    [`cupo._domainkey.${DOMAIN}`]: 'v=DKIM1; k=rsa; p=MIIB',
  }
  return [
    ...['dnsmasq', '--keep-in-foreground', '--no-resolv', '--no-hosts', '--conf-file=/dev/null'],
    ...['--listen-address=127.0.0.1', '--bind-interfaces', '--user=root', '--pid-file='],
    ...['--address=/#/127.0.0.1', `--address=/${DOMAIN}/${PROXIES.nginx}`],
    `--address=/${MAIL_HOST}/127.0.0.1`,
    ...Object.entries(records).map(([name, text]) => `--txt-record=${name},${text}`),
  ]
}

/** Creates a certificate authority, and one certificate for the site and all providers. */
function makeCertificates(folder: string): void {
  const at = (name: string) => path.join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '30']
  const hosts = [DOMAIN, MAIL_HOST, ...PARTIES.map(({ host }) => host)]
  openssl(
    ...['req', '-x509', ...key, '-keyout', at('authority.key'), '-out', at('authority.pem')],
    ...['-subj', '/CN=Cupo rehearsal', '-addext', 'basicConstraints=critical,CA:TRUE'],
  )
  openssl(
    ...['req', ...key, '-keyout', at('site.key'), '-out', at('site.csr')],
    ...['-subj', `/CN=${DOMAIN}`],
  )
  const names = hosts.map((host) => `DNS:${host}`).join(',')
  writeFileSync(at('names.cnf'), `subjectAltName=${names}\n`)
  openssl(
    ...['x509', '-req', '-in', at('site.csr'), '-out', at('site.crt'), '-days', '30'],
    ...['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-CAcreateserial'],
    ...['-extfile', at('names.cnf')],
  )
  const both = ['site.crt', 'site.key'].map((name) => readFileSync(at(name), 'utf8'))
  writeFileSync(at('site.pem'), both.join(''), { mode: 0o600 })
}

function outsideProxySettings(certificate: string): string {
  const parties = PARTIES.map(({ host, from, to }, index) => ({
    use: `  use_backend party${index} if { hdr(host),field(1,:) -i ${host} }`,
    backend: `backend party${index}
  http-request replace-path ${from}(.*) ${to}\\1
  server outside 127.0.0.1:${OUTSIDE_PORT}`,
  }))
  return `
global
  log stderr format raw local0 err
defaults
  mode http
  timeout connect 5s
  timeout client 120s
  timeout server 120s
frontend parties
  bind 127.0.0.1:443 ssl crt ${certificate}
${parties.map(({ use }) => use).join('\n')}
frontend mail
  mode tcp
  bind 127.0.0.1:465 ssl crt ${certificate}
  default_backend mailbox
backend mailbox
  mode tcp
  server mailbox 127.0.0.1:${MAIL_PORT}
${parties.map(({ backend }) => backend).join('\n')}
`
}

/** A sample of docs/deploy.md, with its domain. */
function sampleOf(proxy: 'Caddy' | 'nginx'): string {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/deploy.md'), 'utf8')
  const sample = new RegExp(`\`\`\`\\n# ${proxy}: .*\\n([^]+?)\`\`\``).exec(page)?.[1] ?? ''
  return sample.replaceAll('TU-DOMINIO', DOMAIN)
}

/** The sample in a whole file, at an address of its own, with the certificate of the rehearsal. */
export function nginxSettings(folder: string): string {
  const site = sampleOf('nginx')
    .replace(/listen \[::\][^;]*;/g, '') // The namespace has no IPv6 address of this site.
    .replace(/listen /g, `listen ${PROXIES.nginx}:`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, path.join(folder, 'site.crt'))
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, path.join(folder, 'site.key'))
  return `daemon off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`
}

/** As `nginxSettings`, for Caddy, which asks no authority for a certificate then. */
export function caddySettings(folder: string): string {
  const files = ['site.crt', 'site.key'].map((name) => path.join(folder, name)).join(' ')
  const own = `${DOMAIN} {\n  bind ${PROXIES.caddy}\n  tls ${files}`
  const site = sampleOf('Caddy').replace(`${DOMAIN} {`, own)
  return `{\n  admin off\n  auto_https disable_redirects\n}\n${site}`
}
