import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { api } from './api.ts'
import type { RouteDef } from './route.ts'

type Calls = Record<string, RouteDef>

function isRoute(value: unknown): value is RouteDef {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Of several parts of a group that have a call of the same name, the group has only the last. */
function hidden(parts: readonly object[], groups: readonly Calls[]): string[] {
  const offered = new Set(groups.flatMap((group) => Object.values(group)))
  const routes = parts.flatMap((part) => Object.values(part)).filter(isRoute)
  return routes
    .filter((route) => !offered.has(route))
    .map(({ method, path }) => `${method} ${path}`)
}

it('has every call that a file of the contract exports', async () => {
  const paths = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['*.test.ts'] })
  const modules = await Promise.all(paths.map((path) => import(`./${path}`)))
  const exported = modules.flatMap((module) => Object.values<unknown>(module))
  const parts = exported.filter((value) => typeof value === 'object' && value !== null)
  expect(parts).toContain(api.support)
  expect(hidden(parts, Object.values(api))).toEqual([])
})

it('would name a call that another part hides', () => {
  const { signup, login } = api.auth
  const parts = [{ open: signup }, { open: login }]
  expect(hidden(parts, [{ ...parts[0], ...parts[1] }])).toEqual(['POST /auth/signup'])
})
