import { once } from 'node:events'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'
import type { Config } from '#server/config.ts'
import type { FileStore } from '#server/domains/files/files.public.ts'
import { openStore } from '#server/domains/files/files.public.ts'
import { open, randomToken, seal, sha256 } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ArchivedMonth, type Month, monthPage } from './archive.queries.ts'

export type FileDeps = Pick<Deps, 'config' | 'secrets'>

/** How many rows there are, and the digest of their lines, as `months_chain` computes it. */
export type Content = { rows: number; digest: Buffer }

const PAGE = 5_000

const stores = new WeakMap<Config, Promise<FileStore>>()

/** The files of months: a folder of their own, beside the images of documents. */
export function monthStore(config: Config): Promise<FileStore> {
  const known = stores.get(config)
  if (known) return known
  const opened = openStore(config, { folder: 'months', inBucket: 'months' })
  stores.set(config, opened)
  return opened
}

/** A file opens only as the month that it was written for. */
export function contextOf({ table, month }: Month): string {
  return `archived_months:${table}:${month}`
}

class Chain implements Content {
  rows = 0
  digest: Buffer = Buffer.alloc(0)

  add(line: string): void {
    this.rows += 1
    this.digest = sha256(Buffer.concat([this.digest, Buffer.from(line)]))
  }
}

/** The rows of a month, one JSON object a line, gzipped; the compressed month is in memory. */
export async function packMonth(tx: Tx, month: Month): Promise<Content & { plain: Buffer }> {
  const content = new Chain()
  const gzip = createGzip()
  const compressed = gzip.toArray()
  for await (const line of linesOf(tx, month)) {
    content.add(line)
    if (!gzip.write(`${line}\n`)) await once(gzip, 'drain')
  }
  gzip.end()
  const { rows, digest } = content
  return { rows, digest, plain: Buffer.concat((await compressed) as Buffer[]) }
}

/** Stores a packed month, sealed, under a name of its own. */
export async function storeMonth(
  deps: FileDeps,
  month: Month,
  plain: Buffer,
): Promise<{ storageKey: string; bytes: number }> {
  const sealed = seal(deps.secrets.dataKey, contextOf(month), plain)
  const storageKey = `${month.table}-${month.month.slice(0, 7)}-${randomToken(12)}`
  await (await monthStore(deps.config)).put(storageKey, sealed)
  return { storageKey, bytes: sealed.length }
}

async function* linesOf(tx: Tx, month: Month): AsyncGenerator<string> {
  let after = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const page = await monthPage(tx, { ...month, after, limit: PAGE })
    for (const { line } of page) yield line
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last
  }
}

/**
 * The lines of an archived month. Throws when the file is missing, was changed, or does not have
 * the rows that were recorded; whoever prints lines learns it after the last one.
 */
export async function* readMonth(deps: FileDeps, month: ArchivedMonth): AsyncGenerator<string> {
  const sealed = await (await monthStore(deps.config)).read(month.storageKey)
  if (!sealed) throw new Error(`the file ${month.storageKey} is missing`)
  const plain = open(deps.secrets.dataKey, contextOf(month), sealed)
  const content = new Chain()
  for await (const line of linesIn(plain)) {
    content.add(line)
    yield line
  }
  if (content.rows !== month.rows || !content.digest.equals(month.digest)) {
    throw new Error(`the file ${month.storageKey} does not have the rows that were recorded`)
  }
}

/** Split at line feeds only: JSON may contain other characters that end a line for some. */
async function* linesIn(compressed: Buffer): AsyncGenerator<string> {
  const gunzip = createGunzip()
  gunzip.end(compressed)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of gunzip) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** Reads the whole file. Throws as `readMonth` does. */
export async function verifyMonthFile(deps: FileDeps, month: ArchivedMonth): Promise<void> {
  for await (const _ of readMonth(deps, month));
}
