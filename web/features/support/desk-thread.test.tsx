import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { DeskThread as Ticket } from '#contract/support-desk.ts'
import { keepNote, NoteOwner, useNote } from '#web/ui/use-note.ts'
import { DeskNote } from './desk-note.tsx'
import { DeskThread } from './desk-thread.tsx'

const ticket = {
  id: '01890000-0000-7000-8000-000000000001',
  number: 1042,
  kind: 'money',
  status: 'open',
  dueAt: '2026-11-20T14:05:00-05:00',
  createdAt: '2026-11-19T14:05:00-05:00',
  person: { id: '01890000-0000-7000-8000-000000000002', name: 'Ana R.', email: 'a***@x.test' },
  greetedName: 'Ana',
  assignee: null,
  isMine: false,
  isOwn: false,
  subject: null,
  messages: [],
} as unknown as Ticket

const Nowhere = () => undefined

/** Labels of the fields and buttons of an element, as the server renders it. */
function controlsOf(element: React.ReactNode): string[] {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  )
  const found = html.matchAll(/<(?:label|button|h3)\b[^>]*>(.*?)<\/(?:label|button|h3)>/gs)
  return [...found].map(([, text = '']) =>
    text
      .replaceAll('<!-- -->', '')
      .replaceAll(/<kbd.*?<\/kbd>|<[^>]+>/g, '')
      .trim(),
  )
}

const open = (more: Partial<Ticket> = {}) =>
  controlsOf(<DeskThread ticket={{ ...ticket, ...more }} next={null} onDone={Nowhere} />)

function OpenNote() {
  return <DeskNote ticket={ticket} note={useNote(1)} onClose={Nowhere} />
}

it('a ticket offers ready answer, reply and sending in one form, and a note in another', () => {
  const reply = ['Respuesta a Ana', 'Respuesta preparada', 'Tu respuesta']
  expect(open()).toEqual(expect.arrayContaining([...reply, 'Responder y resolver', 'Responder']))
  expect(open()).toContain('Escribir una nota interna')
  expect(open()).not.toContain('Nota para el equipo')
  expect(controlsOf(<OpenNote />)).toEqual([
    ...['Nota interna', 'Nota para el equipo', 'Guardar nota', 'Cancelar'],
  ])
})

it('a ticket of a colleague offers a note and no reply, and a ticket of the viewer neither', () => {
  const assignee = { id: '01890000-0000-7000-8000-000000000003', name: 'Leo' }
  expect(open({ assignee })).toContain('Escribir una nota interna')
  expect(open({ assignee })).not.toContain('Tu respuesta')
  expect(open({ isOwn: true }).join()).not.toMatch(/Tu respuesta|nota interna/)
})

it.each([
  ['reply', 'Ya lo vi'],
  ['note', 'Llamó dos veces'],
  ['hand-over', 'Falta su recibo'],
])('a %s that was begun is there when the ticket opens again', (name, text) => {
  const queries = new QueryClient()
  keepNote({ owner: ticket.id, name }, () => text)
  const html = renderToString(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <NoteOwner value={ticket.id}>
          <DeskThread {...{ ticket, next: null }} onDone={Nowhere} />
        </NoteOwner>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(html).toContain(`>${text}</textarea>`)
})
