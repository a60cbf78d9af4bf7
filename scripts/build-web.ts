// Builds the web when its sources have changed. `npm start` and `npm test` both call it.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { delayed } from '#server/platform/render/start-after-paint.ts'
import { buildShells } from './build-shells.ts'
import { buildServiceWorker } from './build-sw.ts'
import { compressFolder } from './compress-web.ts'
import { withLock } from './lock.mjs'
import { ROOT, runNode, say } from './project.ts'
import { addressOf, CLIENT, readManifest, screenRoutes } from './web-manifest.ts'

const BUILD = join(ROOT, 'build')
const STAMP = join(BUILD, 'web.stamp')
const SOURCES = [
  'web/**/*',
  'contract/**/*',
  'scripts/build-sw.ts',
  'scripts/build-shells.ts',
  'scripts/web-manifest.ts',
  'server/platform/render/start-after-paint.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const BUILDER = 'node_modules/@react-router/dev/bin.cjs'

/**
 * Builds the web if it is stale, and prints nothing otherwise. Throws when the build fails. In
 * production it never builds, and throws when there is no build. `print` receives what the builder
 * prints; without it the builder prints by itself.
 */
export async function ensureWebBuilt(print?: (text: string) => void): Promise<void> {
  if (process.env.NODE_ENV === 'production') {
    if (existsSync(join(BUILD, 'client', 'index.html'))) return
    throw new Error('build/ is missing: run `npm run build` where the packages are installed')
  }
  if (isFresh()) return
  await withLock(join(BUILD, 'web.lock'), async () => {
    const wanted = sourceHash()
    if (isFresh(wanted)) return // Another process built the web while this one waited for the lock.
    say('cupo: building the web…')
    const args = [BUILDER, 'build', '--logLevel', 'warn']
    const code = await runNode(args, { NODE_ENV: 'production' }, print)
    if (code !== 0) throw new Error('the web build failed')
    await buildShells()
    startAfterPaint()
    await buildServiceWorker()
    compressFolder(CLIENT)
    mkdirSync(BUILD, { recursive: true })
    writeFileSync(STAMP, wanted)
  })
}

/** Prerendered screens load their code late; content pages have no code of the app. */
function startAfterPaint(): void {
  const manifest = readManifest()
  for (const route of screenRoutes(manifest)) {
    const page = join(CLIENT, addressOf(manifest, route), 'index.html')
    const html = existsSync(page) ? readFileSync(page, 'utf8') : ''
    if (html.includes(manifest.entry.module)) writeFileSync(page, delayed(html))
  }
}

function isFresh(wanted = sourceHash()): boolean {
  if (!existsSync(join(BUILD, 'client', 'index.html'))) return false
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted
}

function sourceHash(): string {
  const hash = createHash('sha256').update(process.version)
  // Environment variables that the build reads.
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`)
  }
  for (const entry of globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).sort(byPath)) {
    if (!entry.isFile() || entry.name.includes('.test.')) continue
    const path = join(entry.parentPath, entry.name)
    hash.update(path.slice(ROOT.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function byPath(a: { parentPath: string; name: string }, b: typeof a): number {
  const left = join(a.parentPath, a.name)
  const right = join(b.parentPath, b.name)
  return left < right ? -1 : Number(left > right)
}
