import { cpSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brandFrom, fillBrand } from '../../contract/brand.ts'
import { renderShell } from '../../scripts/build-shells.ts'
import { ROOT, runNode, say } from '../../scripts/project.ts'
import { readCommand } from '../../server/platform/command.ts'
import { withPolicy } from './page-policy.ts'

readCommand({
  call: 'VITE_APP_SITE=https://… node native/scripts/bundle.ts',
  about: 'Makes native/www, the web inside the app, from the sources of the site.',
})

const BUILD = 'build/app'
const WWW = join(ROOT, 'native/www')
const BUILDER = 'node_modules/@react-router/dev/bin.cjs'

/** Files of the build that the app needs; prerendered pages belong to the site. */
const NEEDED = ['assets/**/*', '**/*.data', 'favicon.svg', 'icons/icon-192.png']

const site = process.env.VITE_APP_SITE ?? ''
const isLocal = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(site)
if (!isLocal && (!site.startsWith('https://') || new URL(site).origin !== site)) {
  throw new Error('VITE_APP_SITE must be the origin of the site, such as https://cupo.example')
}
const code = await runNode(
  [BUILDER, 'build', '.', '--config', 'native/vite.config.ts', '--logLevel', 'warn'],
  { NODE_ENV: 'production', CUPO_WEB_BUILD: BUILD },
)
if (code !== 0) throw new Error('the web build failed')
const shell = await renderShell(`${BUILD}/server/index.js`)
rmSync(WWW, { recursive: true, force: true })
const client = join(ROOT, BUILD, 'client')
for (const file of globSync(NEEDED, { cwd: client })) {
  const target = join(WWW, file)
  if (file.startsWith('assets') && !/\.\w+$/.test(file)) continue
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(client, file), target, { recursive: true })
}
const page = fillBrand(shell, brandFrom(process.env))
writeFileSync(join(WWW, 'index.html'), withPolicy(page, site, process.env.APP_TILES_ORIGIN))
if (!existsSync(join(WWW, 'viajes.data'))) throw new Error('the data of the corridors is missing')
say('native/www is ready')
