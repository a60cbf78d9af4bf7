// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { useRead } from './use-read.ts'

type Read = (signal: AbortSignal) => Promise<string>

function Reader({ read }: { read: Read }) {
  useRead(['read'], read)
  return null
}

/** Leaves a screen while its read runs; returns what is kept of the answer that comes then. */
async function keptAfterLeaving(wrap: (call: () => Promise<string>) => Read) {
  const client = new QueryClient()
  const answers: ((text: string) => void)[] = []
  const call = () => new Promise<string>((resolve) => void answers.push(resolve))
  const root = createRoot(document.createElement('div'))
  root.render(
    <QueryClientProvider client={client}>
      <Reader read={wrap(call)} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  root.unmount()
  answers[0]?.('answer')
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  return client.getQueryData(['read'])
}

it('keeps the answer of a call without a signal when its screen was left', async () => {
  expect(await keptAfterLeaving((call) => () => call())).toBe('answer')
})

it('drops the answer of a call with a signal when its screen was left', async () => {
  expect(await keptAfterLeaving((call) => (_) => call())).toBeUndefined()
})
