import type { ProposalPerson } from '#contract/proposal.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Link } from '#web/ui/link.tsx'

const standings: Record<Exclude<ProposalPerson['standing'], 'active'>, string> = {
  suspended: 'está suspendida',
  paused: 'está en pausa',
  expelled: 'fue expulsada',
  closed: 'cerró su cuenta',
}

const missingWords: Record<ProposalPerson['missing'][number], string> = {
  identity: 'verificar su identidad',
  phone: 'comprobar su celular',
  account: 'agregar una cuenta para retiros',
}

const list = new Intl.ListFormat('es-CO')

type Props = { people: readonly ProposalPerson[]; isMeasure?: boolean }

/** The people whom a proposal is about: standing, and what the signers were not compared with. */
export function ProposalPeople({ people, isMeasure = false }: Props) {
  return people.map((person, row) => (
    <Person key={person.id} person={person} role={isMeasure && row > 0 ? 'Reportó' : 'Sobre'} />
  ))
}

function Person({
  person: { id, name, standing, missing, sameDevice },
  role,
}: {
  person: ProposalPerson
  role: string
}) {
  const isOut = standing === 'expelled' || standing === 'closed'
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere">
        <span className="text-muted">{role}: </span>
        <Link to={deskLinks.person(id)}>{name}</Link>
      </p>
      {standing !== 'active' && (
        <Banner tone={isOut ? 'err' : 'warn'} live="off">
          Esta persona {standings[standing]}.
        </Banner>
      )}
      {sameDevice && (
        <Banner tone="warn" live="off">
          Este dispositivo también lo usó {name}. Confirma que no es alguien del equipo.
        </Banner>
      )}
      {missing.length > 0 && (
        <p className="text-sm text-muted">
          Sin comparar del todo: le falta {list.format(missing.map((each) => missingWords[each]))}.
        </p>
      )}
    </div>
  )
}
