// The engines of `npm run e2e:engines`, and the packages of Debian that bring them.
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Engine } from './engine.ts'

type EngineChoice = {
  name: string
  /** Packages of Debian that are not installed. */
  missing(): string[]
  open(): Promise<Engine>
}

const FIREFOX_NAMES = ['firefox-esr', 'firefox']

/** Places where Debian and others put the small browser that WebKit's driver controls. */
const MINI_BROWSERS = '/usr/{lib,libexec}/{,*/}webkit2gtk-4.?/MiniBrowser'

/** First of these programs in PATH. */
function program(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path))
}

/** Each protocol is loaded only when its engine is opened. */
export const engines: Readonly<Record<'webkit' | 'firefox', EngineChoice>> = {
  webkit: {
    name: 'WebKit',
    missing: () => [
      ...(program('WebKitWebDriver') && globSync(MINI_BROWSERS).length > 0
        ? []
        : ['webkit2gtk-driver']),
      ...(program('Xvfb') ? [] : ['xvfb']),
    ],
    open: async () => (await import('./webkit.ts')).openWebKit(globSync(MINI_BROWSERS)[0] ?? ''),
  },
  firefox: {
    name: 'Firefox',
    missing: () => (program(...FIREFOX_NAMES) ? [] : ['firefox-esr']),
    open: async () => (await import('./firefox.ts')).openFirefox(program(...FIREFOX_NAMES) ?? ''),
  },
}
