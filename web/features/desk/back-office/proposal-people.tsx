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
  identity: 'su identidad sin verificar',
  phone: 'su celular sin comprobar',
  account: 'ninguna cuenta para retiros',
}

const list = new Intl.ListFormat('es-CO')

/** The people whom a proposal is about: standing, and what the signers were not compared with. */
export function ProposalPeople({ people }: { people: readonly ProposalPerson[] }) {
  return people.map((person) => <Person key={person.id} person={person} />)
}

function Person({
  person: { id, name, standing, missing, sameDevice },
}: {
  person: ProposalPerson
}) {
  const isOut = standing === 'expelled' || standing === 'closed'
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere">
        <span className="text-muted">Sobre: </span>
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
          Sin comparar del todo: tiene {list.format(missing.map((each) => missingWords[each]))}.
        </p>
      )}
    </div>
  )
}
