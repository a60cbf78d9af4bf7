// The slow page checkers run for screens whose built code changed since they last passed them.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { CLIENT, readManifest } from '../../scripts/web-manifest.ts'

const LIST = join(import.meta.dirname, 'audited-screens.json')
/** The part of a file's name that changes with its content. */
const CONTENT_HASH = /-[\w-]{8}\.js/g
/** Imported files, the names that they give, and the lists of files to load ahead. */
const LINKS = new RegExp(
  [
    /^const __vite__mapDeps=.*$|__vite__mapDeps\(\[[\d,]*\]\)/,
    /(?:import|export)\{[^{}]*\}(?:from"[^"]*")?;?/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)
/** A name that the minifier gave. */
const NAME = /(?<![\w$])[A-Za-z_$][\w$]?(?![\w$])/g
/** A text, or such a name outside texts. */
const TEXT_OR_NAME = new RegExp(
  `\`(?:\\\\.|[^\`\\\\])*\`|"(?:\\\\.|[^"\\\\])*"|${NAME.source}`,
  'g',
)

/** Digest of the built code of each screen when all page checkers last passed it, by its name. */
export type Audited = Record<string, string>

const digests = new Map<string, string>()

/**
 * Built code without what changes in every file when another file changes: hashes, imports, exports
 * and minified names.
 */
export function ownCode(code: string): string {
  return code
    .replaceAll(CONTENT_HASH, '.js')
    .replaceAll(LINKS, '')
    .replaceAll(TEXT_OR_NAME, (found) =>
      /^[`"]/.test(found)
        ? found.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*/g, (value) => value.replaceAll(NAME, '_'))
        : '_',
    )
}

/** Digest of a built file's own code. */
function digestOf(address: string): string {
  const known = digests.get(address)
  if (known) return known
  const code = ownCode(readFileSync(join(CLIENT, address), 'utf8'))
  const digest = createHash('sha256').update(code).digest('hex')
  digests.set(address, digest)
  return digest
}

/** Digest of the scripts that the open screen has loaded, but for those that every screen loads. */
export async function codeOf(page: Page): Promise<string> {
  const { self, entry } = readManifest()
  const shared = new Set([self, entry.module, ...entry.imports])
  // Resource timing is empty in a page whose clock stands still.
  const loaded = await page.evaluate(() =>
    [...document.querySelectorAll('script[src], link[rel=modulepreload]')].map(
      (node) => new URL(Reflect.get(node, 'src') || Reflect.get(node, 'href')).pathname,
    ),
  )
  const own = loaded.filter((path) => /^\/assets\/.*\.js$/.test(path) && !shared.has(path))
  const parts = [...new Set(own)].map(digestOf).sort()
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 16)
}

export function readAudited(): Audited {
  return JSON.parse(readFileSync(LIST, 'utf8'))
}

export function writeAudited(audited: Audited): void {
  const sorted = Object.entries(audited).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
