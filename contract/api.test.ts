import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { api } from './api.ts'
import type { RouteDef } from './route.ts'

type Calls = Record<string, RouteDef>

function isRoute(value: unknown): value is RouteDef {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Lists calls that the group lost because a later part has a call of the same name. */
function hidden(parts: readonly object[], groups: readonly Calls[]): string[] {
  const offered = new Set(groups.flatMap((group) => Object.values(group)))
  const routes = parts.flatMap((part) => Object.values(part)).filter(isRoute)
  return routes
    .filter((route) => !offered.has(route))
    .map(({ method, path }) => `${method} ${path}`)
}

it('the API has every call that a contract file exports', async () => {
  const paths = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['*.test.ts'] })
  const modules = await Promise.all(paths.map((path) => import(`./${path}`)))
  const exported = modules.flatMap((module) => Object.values<unknown>(module))
  const parts = exported.filter((value) => typeof value === 'object' && value !== null)
  expect(parts).toContain(api.support)
  expect(hidden(parts, Object.values(api))).toEqual([])
})

it('the check names a call that another part with the same name hides', () => {
  const { signup, login } = api.auth
  const parts = [{ open: signup }, { open: login }]
  expect(hidden(parts, [{ ...parts[0], ...parts[1] }])).toEqual(['POST /auth/signup'])
})
