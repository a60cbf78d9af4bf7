import { expect, it } from 'vitest'
import type { AlertView } from '#contract/alerts.ts'
import type { RideRequestView } from '#contract/ride-requests.ts'
import { listWanted } from './wanted-list.ts'

const alert = (id: string) => ({ id }) as AlertView
const request = (id: string, alertId: string, status: RideRequestView['status']) =>
  ({ id, alertId, status }) as RideRequestView

it('shows an alert and the request that uses it as one search, active while one of them is', () => {
  const shown = listWanted({
    alerts: { active: [alert('a'), alert('b')], past: [alert('c'), alert('d')] },
    requests: {
      open: [request('r1', 'a', 'open'), request('r2', 'c', 'open')],
      past: [request('r3', 'b', 'withdrawn'), request('r4', 'gone', 'over')],
    },
  })
  const ids = (list: typeof shown.active) =>
    list.map(({ id, requests }) => [id, ...requests.map((each) => each.id)])
  expect(ids(shown.active)).toEqual([
    ['a', 'r1'],
    ['b', 'r3'],
    ['c', 'r2'],
  ])
  expect(ids(shown.past)).toEqual([['d'], ['gone', 'r4']])
})
