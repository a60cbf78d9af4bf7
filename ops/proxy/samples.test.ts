// The samples of docs/deploy.md. `ops/rehearsal` runs them in Debian's nginx and Caddy.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { caddySettings, nginxSettings } from '../first-day/machine.ts'
import { PROXIES, SITE_PORTS } from '../first-day/names.ts'

const page = readFileSync(path.join(import.meta.dirname, 'unavailable.html'), 'utf8')

it.each([
  ['nginx', nginxSettings('/tmp/x'), /error_page 502 503 504 \/unavailable\.html;/],
  ['Caddy', caddySettings('/tmp/x'), /handle_errors \{[^}]+rewrite \* \/unavailable\.html/],
])('shows the page of ops/proxy when no process answers: %s', (_, settings, shows) => {
  expect(settings).toMatch(shows)
  expect(settings).toMatch(/root (\* )?\/opt\/cupo\/ops\/proxy/)
  expect(settings).toMatch(/Retry-After 20/)
  for (const port of SITE_PORTS) expect(settings).toContain(`127.0.0.1:${port}`)
  expect(settings).toMatch(new RegExp(Object.values(PROXIES).join('|')))
  expect(settings).not.toMatch(/TU-DOMINIO|letsencrypt/)
})

it('listens in the rehearsal on the address of nginx only', () => {
  const listens = [...nginxSettings('/tmp/x').matchAll(/listen ([^;]+);/g)].map(([, to]) => to)
  expect(listens).toEqual([`${PROXIES.nginx}:80`, `${PROXIES.nginx}:443 ssl http2`])
})

it('speaks Spanish, comes back by itself and needs no other file', () => {
  expect(page).toContain('lang="es-CO"')
  expect(page).toContain('Volvemos en un momento')
  expect(page).toContain('http-equiv="refresh"')
  expect(page).toContain('tel:123')
  expect(page).not.toMatch(/ (src|srcset)=|<link|<script|url\(|https?:/)
})
