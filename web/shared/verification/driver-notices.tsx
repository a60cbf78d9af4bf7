import type { z } from 'zod'
import type { OwnPhoto, Requirement } from '#contract/verification.ts'
import { api } from '#web/lib/api.ts'
import { dateLong, pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { isBalanceKnown, type SessionUser } from '../access/auth/session-state.ts'
import { useAgenda } from '../agenda/use-agenda.ts'
import { useIsBarred } from '../conduct/account-notice.tsx'
import { ownDocumentNames } from './own-document-names.ts'

type Paper = z.infer<typeof Requirement>

/** Returns one sentence about the problem of a document; null when it has none. */
function sentenceOf({ kind, state, endsSoon, expiresOn, reason }: Paper): string | null {
  const name = ownDocumentNames[kind]
  const day = expiresOn ? dateLong(`${expiresOn}T12:00:00-05:00`) : ''
  if (state === 'rejected') return `${name}: sube otra foto. ${reason ?? ''}`.trim()
  if (state === 'expired') return `${name} venció${day ? ` el ${day}` : ''}.`
  return endsSoon ? `${name} vence el ${day}.` : null
}

type DriverNoticesProps = {
  user: SessionUser
  /** Whether a missing profile photo is said too: publishing asks for it itself. */
  withPhoto?: boolean
  /** False where `LowBalance` stands elsewhere. */
  withBalance?: boolean
}

const usePapers = () =>
  useRead(queryKeys.documents(), (signal) => api.verification.listDocuments({ signal }), {
    staleTime: 60_000,
  }).data

/** Document problems of drivers, or a rejected document, on screens where they can be fixed. */
export function DriverNotices(props: DriverNoticesProps) {
  const { user } = props
  const rejected = useAgenda().data?.rejectedDocuments ?? 0
  if (rejected === 0 && !user.roles.includes('driver')) return null
  return <Notices {...props} />
}

function Notices({ user, withPhoto, withBalance = true }: DriverNoticesProps) {
  const isBarred = useIsBarred()
  const data = usePapers()
  if (!data) return null
  const sentences = data.requirements.flatMap((paper) => {
    const sentence = sentenceOf(paper)
    return sentence ? [{ key: `${paper.kind}${paper.vehicleId}`, sentence }] : []
  })
  return (
    <>
      {sentences.length > 0 && (
        <Banner
          tone="warn"
          live="off"
          title="Revisa tus documentos"
          action={
            <ButtonLink to={paths.documents()} size="sm">
              Ver mis documentos
            </ButtonLink>
          }
        >
          {sentences.map(({ key, sentence }) => (
            <span key={key} className="block">
              {sentence}
            </span>
          ))}
        </Banner>
      )}
      {withPhoto && !isBarred && <PhotoNotice photo={data.photo} />}
      {withBalance && <LowBalance user={user} />}
    </>
  )
}

/** What a driver's balance lacks for a trip with direct payment. */
export function LowBalance({ user }: { user: SessionUser }) {
  const data = usePapers()
  if (!data?.canPublish || !isBalanceKnown(user) || user.debt > 0) return null
  const { directMinBalance } = data
  if (user.balance >= directMinBalance) return null
  return (
    <Banner
      tone="info"
      live="off"
      title="Saldo bajo para pago directo"
      action={
        <ButtonLink to={paths.wallet({ amount: directMinBalance })} size="sm">
          Recargar {pesos(directMinBalance)}
        </ButtonLink>
      }
    >
      Para publicar con pago directo tu billetera debe tener {pesos(directMinBalance)}. Con pago por
      billetera puedes publicar ya.
    </Banner>
  )
}

/** A driver without a profile photo: until when publishing goes on without one. */
function PhotoNotice({ photo: { url, dueOn, reason } }: { photo: OwnPhoto }) {
  if (url !== null) return null
  return (
    <Banner
      tone="warn"
      live="off"
      title="Pon tu foto de perfil"
      action={
        <ButtonLink to={paths.profile('datos')} size="sm">
          Poner mi foto
        </ButtonLink>
      }
    >
      {reason && `Quitamos la anterior: ${reason} `}
      {dueOn
        ? `Puedes publicar sin ella hasta el ${dateLong(`${dueOn}T12:00:00-05:00`)}.`
        : 'La necesitas para publicar.'}{' '}
      Tus viajes publicados siguen igual.
    </Banner>
  )
}
