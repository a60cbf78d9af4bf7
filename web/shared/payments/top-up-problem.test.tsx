import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { TopUpProblem } from './top-up-problem.tsx'

function textOf(error: unknown): string {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <TopUpProblem error={error} userId="ana" />
    </QueryClientProvider>,
  )
  return html.replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ')
}

it('lists the open top-ups, and offers to discard those that the gateway does not know', () => {
  const createdAt = '2026-11-20T20:10:00.000Z'
  const details = {
    open: [
      { reference: 'CUPO-1', pesos: 20_000, createdAt, isSeen: false },
      { reference: 'CUPO-2', pesos: 30_000, createdAt, isSeen: true },
    ],
    endsAt: '2026-11-20T20:40:00.000Z',
  }
  const message = 'Descarta una de estas o espera hasta las 3:40 p. m.'
  const text = textOf(
    new ApiError({ status: 409, code: 'too_many_open_payments', message, details }),
  )
  expect(text).toContain(message)
  expect(text).toContain('aria-label="Descartar: recarga de $ 20.000 de las 3:10 p. m."')
  expect(text).toContain('$ 30.000 de las 3:10 p. m.')
  expect(text.match(/aria-label="Descartar/g)).toHaveLength(1)
  expect(text).toContain('El banco la confirma')
})

it('shows only the sentence of another refusal', () => {
  const message = 'Hoy ya creaste 60 recargas. Vuelve mañana o escríbenos.'
  const text = textOf(new ApiError({ status: 409, code: 'payments_of_day', message }))
  expect(text).toContain(message)
  expect(text).not.toContain('<ul')
})
