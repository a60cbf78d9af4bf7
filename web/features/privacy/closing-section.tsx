import { useState } from 'react'
import type { OpenThing, PrivacyView } from '#contract/privacy.ts'
import { GRACE_DAYS } from '#contract/privacy-limits.ts'
import { api } from '#web/lib/api.ts'
import { dayAndTime, ofDayAndTime, pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useGuarded } from '#web/shared/access/auth/step-up.tsx'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'

type Props = { privacy: PrivacyView; onChange: (answer: { privacy: PrivacyView }) => void }

/** Closes the account. States the consequences before, and afterwards the days left to undo it. */
export function ClosingSection({ privacy, onChange }: Props) {
  const [asking, setAsking] = useState(false)
  const { run, refused, pending, dialog } = useGuarded()
  const attempt = (action: () => Promise<{ privacy: PrivacyView }>) => {
    setAsking(false)
    void run(async () => onChange(await action()))
  }
  const { closing, beforeClosing } = privacy
  return (
    <CardSection title="Cerrar mi cuenta">
      <div className="grid gap-4">
        <ErrorBanner error={refused} />
        {closing ? (
          <Countdown closing={closing} />
        ) : (
          <>
            <Consequences before={beforeClosing} />
            <Blockers before={beforeClosing} />
          </>
        )}
        <div>
          {closing?.canTakeBack && (
            <Button
              pending={pending}
              onClick={() => attempt(() => api.privacy.takeBackDeletion({}))}
            >
              Cancelar el cierre
            </Button>
          )}
          {!closing && !isBlocked(beforeClosing) && (
            <Button variant="danger" pending={pending} onClick={() => setAsking(true)}>
              Cerrar mi cuenta
            </Button>
          )}
        </div>
      </div>
      <Confirm
        open={asking}
        lapsingPesos={beforeClosing.lapsingPesos}
        onClose={() => setAsking(false)}
        onConfirm={() => attempt(() => api.privacy.askDeletion({ body: {} }))}
      />
      {dialog}
    </CardSection>
  )
}

type ConfirmProps = {
  open: boolean
  lapsingPesos: number
  onClose: () => void
  onConfirm: () => void
}

function Confirm({ open, lapsingPesos, onClose, onConfirm }: ConfirmProps) {
  return (
    <ConfirmDialog
      open={open}
      title="¿Cerrar tu cuenta?"
      confirm="Sí, cerrar mi cuenta"
      keep="Conservarla"
      danger
      onConfirm={onConfirm}
      onKeep={onClose}
    >
      <p>
        Tienes {GRACE_DAYS} días para arrepentirte. Después borramos tus datos y no hay regreso.
        {lapsingPesos > 0 && ` Pierdes ${pesos(lapsingPesos)} que son solo para viajar.`}
      </p>
    </ConfirmDialog>
  )
}

type Before = PrivacyView['beforeClosing']

/** Free and held money, such as `$ 50.000 libres y $ 20.000 apartados`. */
export function moneyText({ freePesos, heldPesos }: Pick<Before, 'freePesos' | 'heldPesos'>) {
  return `${pesos(freePesos)} libres y ${pesos(heldPesos)} apartados`
}

const isBlocked = ({ open, debtPesos }: Before) => open.length > 0 || debtPesos > 0

function Countdown({ closing }: { closing: NonNullable<PrivacyView['closing']> }) {
  return (
    <Banner tone="warn" title={`Tu cuenta se cierra ${dayAndTime(closing.dueAt)}`} live="off">
      Hasta entonces puedes entrar y cancelar el cierre, pero no reservar ni publicar.
    </Banner>
  )
}

function Consequences({ before }: { before: Before }) {
  const { freePesos, heldPesos, lapsingPesos, youngPesos } = before
  return (
    <>
      <ul className="grid list-disc gap-2 pl-6 marker:text-bosque">
        <li>
          Durante {GRACE_DAYS} días puedes entrar y arrepentirte, pero no reservar ni publicar.
        </li>
        <li>
          Después borramos tu nombre, documento, correo, celular, fotos, documentos, mensajes y
          avisos, y cerramos tus sesiones.
        </li>
        <li>
          Tus calificaciones y viajes pasados quedan para los demás como “Persona que cerró su
          cuenta”.
        </li>
        <li>
          La ley nos pide guardar diez años los movimientos de dinero: quedan sin tu nombre. También
          queda la prueba de los permisos que diste.
        </li>
        <li>Puedes volver con una cuenta nueva. Una sanción vigente sigue vigente.</li>
      </ul>
      {freePesos + heldPesos > 0 && (
        <Banner
          tone="warn"
          title={`En tu billetera hay ${moneyText({ freePesos, heldPesos })}`}
          live="off"
        >
          <ul className="grid list-disc gap-1 pl-5">
            {heldPesos > 0 && (
              <li>Lo apartado se resuelve con tus reservas y retiros, antes de cerrar.</li>
            )}
            {lapsingPesos > 0 && (
              <li>
                <strong>Pierdes {pesos(lapsingPesos)}</strong> que son solo para viajar: vencen al
                cerrar.
              </li>
            )}
            <li>
              Lo demás sigue siendo tuyo. Si verificaste tu identidad y{' '}
              <Link to={withdrawalPaths.withdraw}>diste una cuenta</Link>, te lo enviamos a esa
              cuenta; si no, te damos un número de reclamo para pedirlo por{' '}
              <Link to={paths.contact()}>Contacto</Link>.
            </li>
            {youngPesos > 0 && (
              <li>
                {pesos(youngPesos)} todavía no se pueden retirar: te los enviamos cuando cumplan su
                tiempo.
              </li>
            )}
          </ul>
        </Banner>
      )}
    </>
  )
}

const words: Record<OpenThing['kind'], string> = {
  booking: 'Reserva',
  trip: 'Viaje publicado',
  dispute: 'Reclamo de una reserva',
  withdrawal: 'Retiro en camino',
  topup: 'Recarga que el banco confirma',
  hold: 'Plata apartada',
  case: 'Revisión de tu plata',
}

/** What ends a thing that blocks the closing. */
const ends: Record<OpenThing['kind'], string> = {
  booking: 'cancélala o espera a que termine.',
  trip: 'cancélalo o espera a que termine.',
  withdrawal: 'cancélalo o espera a que te llegue.',
  dispute: 'espera la decisión.',
  topup: 'espera la respuesta de tu banco.',
  hold: 'espera a que nuestro equipo la resuelva.',
  case: 'nuestro equipo la decide en 15 días o menos.',
}

function addressOf(kind: OpenThing['kind'], id: string): string {
  if (kind === 'withdrawal') return withdrawalPaths.withdraw
  if (kind === 'topup' || kind === 'hold' || kind === 'case') return paths.wallet()
  return kind === 'trip' ? paths.ownTrip(id) : paths.booking(id)
}

function Blockers({ before }: { before: Before }) {
  if (!isBlocked(before)) return null
  const { open, debtPesos } = before
  return (
    <Banner tone="info" title="Antes de cerrar tu cuenta" live="off">
      <ul className="grid list-disc gap-1 pl-5">
        {debtPesos > 0 && (
          <li>
            Debes {pesos(debtPesos)}: <Link to={paths.wallet()}>recarga tu billetera</Link>.
          </li>
        )}
        {open.map(({ kind, id, at }) => (
          <li key={`${kind}-${id}`}>
            <Link to={addressOf(kind, id)}>
              {words[kind]} {ofDayAndTime(at)}
            </Link>
            : {ends[kind]}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
