import { useMutation } from '@tanstack/react-query'
import type { FoundPerson } from '#contract/back-office-people.ts'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { dayFields, type FilterField } from './desk-filters.tsx'
import { DeskList } from './desk-list.tsx'
import { FindBox, Line, Rows } from './desk-parts.tsx'
import type { DeskColumn } from './desk-table.tsx'

/** People, the newest first, and their search, whose text is never in the address. */
export function Screen() {
  return (
    <Page
      title="Personas"
      lead="Encuentra a alguien y mira lo que sabemos de esa persona."
      width="page"
    >
      <DeskList
        name="Personas"
        queryKey={['desk-people']}
        fields={fields}
        columns={columns}
        load={(query, signal) => api.backOffice.listPeople({ query: query as never, signal })}
        find={{
          label: FIND_LABEL,
          hint: FIND_HINT,
          load: async ({ text }, signal) => {
            const { items, more } = await api.backOffice.findPeople({ body: { text }, signal })
            return { items, next: null, partial: more }
          },
        }}
        file={{
          name: 'personas',
          load: (body) => api.backOffice.downloadPeople({ body: body as never }),
        }}
        to={({ id }) => deskLinks.person(id)}
      >
        {(person) => <Found person={person} />}
      </DeskList>
    </Page>
  )
}

const FIND_LABEL = 'Nombre, usuario, correo, celular o documento'
const FIND_HINT = 'El correo, el celular y el documento van completos.'

const fields: readonly FilterField[] = [
  {
    name: 'kind',
    url: 'tipo',
    label: 'Tipo',
    kind: 'select',
    all: 'Todas',
    options: [
      { value: 'verified', label: 'Verificadas' },
      { value: 'driver', label: 'Conductores' },
      { value: 'team', label: 'Del equipo' },
    ],
  },
  ...dayFields,
]

const columns: readonly DeskColumn<FoundPerson>[] = [
  { title: 'Persona', cell: ({ name }) => name },
  {
    title: 'Desde',
    sort: { by: 'memberSince', desc: 'Más nuevas primero', asc: 'Más antiguas primero' },
    cell: ({ memberSince }) => dateShort(memberSince),
  },
  { title: 'Correo', cell: ({ email }) => email },
  { title: 'Celular', cell: ({ phone }) => phone },
  { title: 'Conduce', cell: ({ isDriver }) => (isDriver ? 'Sí' : 'No') },
  { title: 'Estado', cell: (person) => <Pills person={person} /> },
]

/** Search for a person with its results; `to` is the address that each result links to. */
export function PersonFinder({ to }: { to: (id: string) => string }) {
  const find = useMutation({
    mutationFn: (text: string) => api.backOffice.findPeople({ body: { text } }),
    gcTime: 0,
  })
  const { data } = find
  return (
    <>
      <FindBox
        label={FIND_LABEL}
        hint={FIND_HINT}
        pending={find.isPending}
        onFind={(text) => find.mutate(text)}
      />
      <ErrorBanner error={find.error} />
      {find.isPending && <SkeletonList rows={3} rowClass="h-20" />}
      {data?.items.length === 0 && (
        <EmptyState region="llano" title="No encontramos a nadie así">
          Revisa cómo se escribe, o busca por otro dato.
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <Card>
          <Rows items={data.items} to={({ id }) => to(id)}>
            {(person) => <Found person={person} />}
          </Rows>
        </Card>
      )}
      {data?.more && <p className="text-muted">Hay más: escribe algo más preciso.</p>}
    </>
  )
}

function Pills({ person: { isTeam, verified } }: { person: FoundPerson }) {
  return (
    <>
      {isTeam && <StatusPill tone="info">Equipo</StatusPill>}
      {verified && <StatusPill tone="ok">Verificada</StatusPill>}
    </>
  )
}

function Found({ person }: { person: FoundPerson }) {
  const { name, email, phone, isDriver, memberSince } = person
  const parts = [email, phone, isDriver && 'Conductor', `Desde ${dateShort(memberSince)}`]
  return (
    <Line head={name} aside={<Pills person={person} />} foot={parts.filter(Boolean).join(' · ')} />
  )
}
