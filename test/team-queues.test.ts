import { expect, it } from 'vitest'
import { TEAM_QUEUES, teamQueues } from '#contract/team-queues.ts'
import { modules } from '#server/modules.ts'
import { adminScreens } from '#web/features/admin/admin-screens.ts'

it('counts each queue of the team in one module', () => {
  const counted = modules.flatMap(({ queues = {} }) => Object.keys(queues))
  expect(counted.toSorted()).toEqual([...TEAM_QUEUES].sort())
})

it('leads to each queue from a line of the menu, with the permission of the queue', () => {
  const listed = adminScreens.filter(({ area }) => area)
  for (const queue of TEAM_QUEUES) {
    const found = listed.filter(({ path }) => path === queue)
    expect(found.map(({ permission }) => permission)).toEqual([teamQueues[queue].permission])
  }
})
