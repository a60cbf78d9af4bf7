import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { TripDraftView } from '#contract/trip-drafts.ts'
import type { OwnPhoto } from '#contract/verification.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { AuthProvider } from '#web/shared/access/auth/session.tsx'
import { NotesField, PreferencesCard } from '#web/shared/trips/trip-fields.tsx'
import { PublishedNews } from '../own/published-news.tsx'
import { type Draft, emptyDraft } from './publish-draft.ts'
import { PublishLater } from './publish-later.tsx'
import { PublishPhoto } from './publish-photo.tsx'
import type { Refusal } from './publish-refusal.ts'
import { RefusalNote } from './refusal-ways.tsx'
import { needsPhoto } from './use-driver.ts'

function htmlOf(
  element: ReactNode,
  { kept, state }: { kept?: TripDraftView; state?: unknown } = {},
) {
  const client = new QueryClient()
  if (kept) client.setQueryData(queryKeys.tripDraft(), { draft: kept })
  return renderToString(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[{ pathname: '/publish', state }]}>{element}</MemoryRouter>
    </QueryClientProvider>,
  ).replaceAll('<!-- -->', '')
}

const overlap = {
  kind: 'trip' as const,
  id: 't1',
  tripId: 't1',
  route: 'Ibagué → Cali',
  at: '2026-11-20T10:30:00.000Z',
}

const draft: Draft = {
  ...emptyDraft,
  origin: { id: '11001', label: 'Bogotá' },
  destination: { id: '76001', label: 'Cali' },
  date: '2026-11-20',
  time: '05:30',
  returning: { date: '2026-11-22', time: '15:00', price: null },
}

function note(refusal: Partial<Refusal>, step: 'fecha' | 'detalles' | 'precio') {
  const whole = { code: 'trip_overlaps', message: 'Se cruza.', trip: 'return' as const, overlap }
  return htmlOf(
    <RefusalNote
      refusal={{ ...whole, ...refusal }}
      {...{ draft, step }}
      goTo={() => undefined}
      onOthers={() => undefined}
    />,
  )
}

describe('the ways out of a refusal', () => {
  it('an overlap at the date offers the other trip, and to go on with the others', () => {
    const html = note({}, 'fecha')
    expect(html).toContain('Seguir con los demás')
    expect(html).toContain('Podemos publicar solo la ida.')
    expect(html).toContain('href="/trips/t1?ver=conductor"')
    expect(html).not.toContain('Se cruza.')
  })

  it('a refusal of another step is said with a way there', () => {
    const html = note({}, 'precio')
    expect(html).toContain('Se cruza.')
    expect(html).toContain('Cambiar fecha')
  })

  it('a trip for women only leads to the page where a woman says so, and back', () => {
    const html = note({ code: 'women_only_driver', overlap: null }, 'detalles')
    expect(html).toContain('para=mujer&amp;returnTo=%2Fpublish')
    expect(html).not.toContain('los demás')
  })

  it('forbidden words and women only are said at their fields', () => {
    const notes = htmlOf(
      <NotesField notes="310" onChange={() => undefined} error="Sin teléfonos." />,
    )
    expect(notes).toMatch(/<textarea[^>]*aria-invalid="true"/)
    const html = htmlOf(
      <PreferencesCard
        preferences={{ ...emptyDraft.preferences, womenOnly: true }}
        onChange={() => undefined}
        womenOnlyError="Di en tu cuenta que eres mujer."
      />,
    )
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect(html).toMatch(/Solo mujeres.*Di en tu cuenta.*Solo personas verificadas/s)
  })
})

describe('the end of a draft without approved documents', () => {
  const later = (kept?: TripDraftView) =>
    htmlOf(
      <PublishLater
        draft={draft}
        prices={{ seat: 1 }}
        photo={undefined}
        onBack={() => undefined}
      />,
      {
        ...(kept ? { kept } : {}),
      },
    )
  const kept: TripDraftView = {
    status: 'waiting',
    stops: ['Bogotá', 'Cali'],
    departsAt: '2026-11-20T10:30:00.000Z',
    savedAt: '2026-11-19T10:30:00.000Z',
    reason: null,
    tripId: null,
  }
  const isTicked = (html: string) => /type="checkbox"[^>]*checked=""/.test(html)

  it('offers to publish the trip on approval, not ticked by itself', () => {
    const html = later()
    expect(html).toContain('Publícalo cuando me aprueben')
    expect(isTicked(html)).toBe(false)
  })

  it('ticks automatic publishing while the trip waits, not after a refusal', () => {
    expect(isTicked(later(kept))).toBe(true)
    expect(isTicked(later({ ...kept, status: 'refused', reason: 'Se cruza.' }))).toBe(false)
  })
})

describe('the profile photo at the end of a draft', () => {
  const shown = (photo: OwnPhoto) =>
    htmlOf(
      <AuthProvider>
        <PublishPhoto photo={photo} onSet={() => undefined}>
          Elegir foto y publicar
        </PublishPhoto>
      </AuthProvider>,
    )
  const missing: OwnPhoto = { url: null, state: 'missing', reason: null, dueOn: null }

  it('lets a driver choose a profile photo in one tap below its consent', () => {
    const html = shown(missing)
    expect(html).toMatch(/ningún programa compara caras.*Elegir foto y publicar<input[^>]*file/s)
    expect(html).not.toContain('Quitamos la anterior')
  })

  it('says why the last photo was refused', () => {
    const reason = 'Se ven varias personas.'
    expect(shown({ ...missing, state: 'refused', reason })).toContain(reason)
  })

  it('asks for a profile photo when publishing needs it, not in the 30 days before', () => {
    expect(needsPhoto(missing)).toBe(true)
    expect(needsPhoto({ ...missing, dueOn: '2026-12-20' })).toBe(false)
    expect(needsPhoto({ ...missing, url: '/foto', state: 'set' })).toBe(false)
  })
})

describe('the news after publishing', () => {
  it('lists the days that were not published, and why', () => {
    const published = {
      text: 'Publicamos 3 viajes.',
      skipped: [{ date: '2026-11-23', reason: 'Ya tienes un viaje: Ibagué → Cali' }],
    }
    const html = htmlOf(<PublishedNews />, { state: { published } })
    expect(html).toContain('Publicamos 3 viajes.')
    expect(html).toMatch(/23 de noviembre.*Ya tienes un viaje: Ibagué → Cali/s)
    expect(htmlOf(<PublishedNews />)).not.toContain('por fuera')
  })
})
