import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { brandTokens } from '#contract/brand.ts'
import { corridorPaths } from '#web/features/corridors/corridors.ts'
import { robots, sitemap } from './web/lib/crawlers.ts'
import { prerenderedPaths, prerenderedScreens } from './web/lib/static-pages.ts'

export default {
  appDirectory: 'web',
  // The native app is built from the same sources into another folder (native/scripts/bundle.ts).
  buildDirectory: process.env.CUPO_WEB_BUILD ?? 'build',
  // Search results and trips are rendered by the server; see docs/decisions/0045.
  ssr: true,
  // The parts of a split screen would be a few lines each, and each would cost a request.
  splitRouteModules: false,
  // The first page contains all routes, so that no link waits for the server.
  routeDiscovery: { mode: 'initial' },
  // `/404`: the page that the server sends for every unknown address.
  prerender: [...prerenderedPaths, ...corridorPaths, ...prerenderedScreens, '/404'],
  async buildEnd({ reactRouterConfig }) {
    const folder = join(reactRouterConfig.buildDirectory, 'client')
    const { origin } = brandTokens()
    await writeFile(join(folder, 'sitemap.xml'), sitemap(origin, corridorPaths))
    await writeFile(join(folder, 'robots.txt'), robots(origin))
  },
} satisfies Config
