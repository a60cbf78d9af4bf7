import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { type Draft, emptyDraft, wayBody } from './publish-draft.ts'
import { StepDetails } from './step-details.tsx'

const draft: Draft = {
  ...emptyDraft,
  origin: { id: '11001', label: 'Bogotá' },
  destination: { id: '76001', label: 'Cali' },
}

function htmlOf(over: Partial<Draft>, searches = 7) {
  const client = new QueryClient()
  client.setQueryData(['road-searches', { stops: wayBody(draft).stops.join() }], { searches })
  return renderToString(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <StepDetails
          draft={{ ...draft, ...over }}
          change={() => undefined}
          {...{ problems: {}, ways: null, checking: false }}
          onNext={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '')
}

const asks = { instant: true, roadStops: 'ask' } as const

it('says how many searches a yes could sell at once, and not that they see the trip more', () => {
  const html = htmlOf(asks)
  expect(html).toContain('En 4 semanas 7 búsquedas en tu ruta no encontraron carro; con «Sí»')
  expect(html).toContain('podrían reservarse sin esperar tu respuesta.')
  expect(html).not.toContain('búsquedas más')
  expect(htmlOf(asks, 1)).toContain('1 búsqueda en tu ruta no encontró carro;')
})

it('shows no searches without instant booking, nor after a yes', () => {
  expect(htmlOf({ ...asks, instant: false })).not.toContain('4 semanas')
  expect(htmlOf({ ...asks, roadStops: 'at_once' })).not.toContain('4 semanas')
})
