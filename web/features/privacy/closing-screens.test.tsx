import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { OpenedClaim } from '#contract/claims.ts'
import type { PrivacyView } from '#contract/privacy.ts'
import { ClosingSection } from './closing-section.tsx'
import { OpenedClaimView } from './opened-claim.tsx'

const Nowhere = () => undefined

/** Words of an element, as the server renders it. */
const wordsOf = (element: ReactNode): string =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  )
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('\u00A0', ' ')
    .replaceAll(/\s+/g, ' ')

type Before = PrivacyView['beforeClosing']
const before: Before = {
  ...{ open: [], debtPesos: 0, freePesos: 0, heldPesos: 0, lapsingPesos: 0, youngPesos: 0 },
}
const closing = (more: Partial<Before>) => {
  const privacy = { closing: null, beforeClosing: { ...before, ...more } } as PrivacyView
  return wordsOf(<ClosingSection privacy={privacy} onChange={Nowhere} />)
}

describe('the section that closes an account', () => {
  it('says what ends a booking, a trip and a withdrawal that block the closing', () => {
    const at = '2026-12-03T07:35:00.000Z'
    const open = (['booking', 'trip', 'withdrawal'] as const).map((kind) => ({
      kind,
      id: kind,
      at,
    }))
    const words = closing({ open })
    const ends = [...words.matchAll(/: (c[^.]+)\./g)].map(([, end]) => end)
    expect(ends).toEqual([
      'cancélala o espera a que termine',
      'cancélalo o espera a que termine',
      'cancélalo o espera a que te llegue',
    ])
  })

  it('says before the confirmation what lapses and what is paid later', () => {
    const words = closing({ freePesos: 130_000, lapsingPesos: 100_000, youngPesos: 30_000 })
    expect(words).toContain('Pierdes $ 100.000 que son solo para viajar')
    expect(words).toContain('$ 30.000 todavía no se pueden retirar')
    expect(closing({ freePesos: 30_000 })).not.toContain('Pierdes')
  })

  it('names what blocks the closing, and offers no button', () => {
    const id = '01890000-0000-7000-8000-000000000001'
    const open = (['topup', 'hold', 'case'] as const).map((kind) => {
      return { kind, id, at: '2026-11-20T14:05:00-05:00' }
    })
    const words = closing({ open })
    expect(words).toContain('Recarga que el banco confirma')
    expect(words).toContain('espera a que nuestro equipo la resuelva')
    expect(words).toContain('nuestro equipo la decide en 15 días o menos')
    expect(words.match(/Cerrar mi cuenta/g)).toHaveLength(1)
  })
})

describe('an opened claim', () => {
  const claim: OpenedClaim = {
    ...{ id: 'x', number: 'CUPO-1A2B-3C4D', closedAt: '2026-08-20T14:05:00-05:00' },
    dueAt: '2026-11-24T20:00:00.000Z',
    ...{ pesos: 90_000, debt: 0, state: 'no_account', withdrawable: 90_000 },
    owner: { name: 'Nubia Rozo', email: 'nubia@x.test', phone: null, legalId: '1090' },
    ...{ account: null, proposed: null, can: { enter: true, decide: false } },
  }
  const shown = (more: Partial<OpenedClaim>) =>
    wordsOf(<OpenedClaimView claim={{ ...claim, ...more }} onChange={Nowhere} />)

  it('shows the owner, and the form for an account with the choice of an heir', () => {
    expect(shown({})).toContain('Nubia Rozo')
    expect(shown({})).toContain('La pide un heredero')
    expect(shown({ can: { enter: false, decide: false } })).not.toContain('Guardar la cuenta')
  })

  it('lets another person confirm what a colleague entered, and not the colleague', () => {
    const account = { holder: 'Ana Rozo', legalId: '55', title: 'Nequi', masked: '•••• 0123' }
    const at = '2026-11-20T12:00:00.000Z'
    const proposed = { ...account, papers: 'Escritura de sucesión 1204', by: 'Sara', at }
    const other = shown({ proposed, state: 'heir', can: { enter: true, decide: true } })
    expect(other).toContain('Escritura de sucesión 1204')
    expect(other).toContain('Vi los papeles: confirmar')
    expect(other).not.toContain('Guardar la cuenta')
    const own = shown({ proposed, state: 'heir' })
    expect(own).toContain('La confirma otra persona del equipo')
    expect(own).not.toContain('confirmar')
  })
})
