import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { CupoQueryClient, rereadShown } from './query-client.ts'
import { RECORDED } from './use-read.ts'

/** A query in its first fetch, which the test answers. */
function aFirstLoad() {
  const client = new CupoQueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: PromiseWithResolvers<string[]>[] = []
  const queryFn = () => {
    const answer = Promise.withResolvers<string[]>()
    asked.push(answer)
    return answer.promise
  }
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn, staleTime: 1e6 })
  const stop = observer.subscribe(() => {})
  const invalidate = () => client.invalidateQueries({ queryKey: ['list'] })
  return { client, asked, stop, invalidate, list: () => observer.getCurrentResult().data }
}

it.each(['answers', 'fails'])(
  'refetches a query that was invalidated during a first fetch that %s',
  async (end) => {
    const { asked, stop, invalidate, list } = aFirstLoad()
    const done = invalidate()
    if (end === 'answers') asked[0]?.resolve([])
    else asked[0]?.reject(new Error('no network'))
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    asked[1]?.resolve(['made'])
    await done
    expect(list()).toEqual(['made'])
    stop()
  },
)

it('does not refetch queries that the invalidation did not match', async () => {
  const { client, asked, stop, list } = aFirstLoad()
  await client.invalidateQueries({ queryKey: ['other'] })
  await client.invalidateQueries({ queryKey: ['list'], predicate: () => false })
  asked[0]?.resolve([])
  await vi.waitFor(() => expect(list()).toEqual([]))
  expect(asked).toHaveLength(1)
  stop()
})

it('refetches a query only once when it was invalidated after its first fetch', async () => {
  const { asked, stop, invalidate, list } = aFirstLoad()
  asked[0]?.resolve([])
  await vi.waitFor(() => expect(list()).toEqual([]))
  const done = invalidate()
  asked[1]?.resolve(['made'])
  await done
  expect([asked.length, list()]).toEqual([2, ['made']])
  stop()
})

it.each([
  ['can be stale', {}, 'answers', 2],
  ['is never stale', { staleTime: Number.POSITIVE_INFINITY }, 'answers', 1],
  ['is recorded', RECORDED, 'answers', 1],
  ['is recorded and failed', RECORDED, 'fails', 2],
])('reads again what is shown only where it %s', async (_what, options, end, times) => {
  const client = new CupoQueryClient({ defaultOptions: { queries: { retry: false } } })
  const queryFn = vi.fn(async () => {
    if (end === 'fails') throw new Error('no network')
    return 'read'
  })
  const observer = new QueryObserver(client, { queryKey: ['view'], queryFn, ...options })
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  await rereadShown(client)
  expect(queryFn).toHaveBeenCalledTimes(times)
  stop()
})
