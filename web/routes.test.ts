import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, it } from 'vitest'
import routes from './routes.ts'

/** App screens that are open to visitors. All other app screens need a session. */
const OPEN = [
  'publish',
  'alerts',
  'notifications/unsubscribe',
  'personas/:userId',
  'soporte',
  'seguir',
  'invita/:code',
  'impacto',
  'safe-points',
  'trips/:tripId',
  'trips',
]

function layoutOf(entries: RouteConfigEntry[], name: string): RouteConfigEntry | undefined {
  for (const entry of entries) {
    if (entry.file.endsWith(`/${name}.route.tsx`)) return entry
    const below = layoutOf(entry.children ?? [], name)
    if (below) return below
  }
  return undefined
}

it('puts every app screen that is not open to visitors behind the session guard', () => {
  const app = layoutOf(routes, 'app-layout')?.children ?? []
  const guarded = layoutOf(app, 'private-layout')?.children ?? []
  expect(guarded.map(({ path }) => path)).toContain('wallet')
  expect(app.flatMap(({ path }) => path ?? [])).toEqual(OPEN)
})
