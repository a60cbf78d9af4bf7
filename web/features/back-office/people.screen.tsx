import { useMutation } from '@tanstack/react-query'
import type { FoundPerson } from '#contract/back-office-people.ts'
import { deskLinks } from '#web/domain/back-office/desk-links.ts'
import { api } from '#web/lib/api.ts'
import { dateShort } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { FindBox, Line, Rows } from './desk-parts.tsx'

/** Search for a person. The searched text is only in the request, never in the address. */
export function Screen() {
  return (
    <Page
      title="Personas"
      lead="Encuentra a alguien y mira lo que sabemos de esa persona."
      width="page"
    >
      <PersonFinder to={deskLinks.person} />
    </Page>
  )
}

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
        label="Nombre, usuario, correo, celular o cédula"
        hint="El correo, el celular y la cédula van completos."
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

function Found({ person }: { person: FoundPerson }) {
  const { name, email, phone, verified, isDriver, isTeam, memberSince } = person
  const parts = [email, phone, isDriver && 'Conductor', `Desde ${dateShort(memberSince)}`]
  const pills = (
    <>
      {isTeam && <StatusPill tone="info">Equipo</StatusPill>}
      {verified && <StatusPill tone="ok">Verificada</StatusPill>}
    </>
  )
  return <Line head={name} aside={pills} foot={parts.filter(Boolean).join(' · ')} />
}
