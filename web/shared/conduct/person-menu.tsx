import { useQueryClient } from '@tanstack/react-query'
import { Ban, Flag } from 'lucide-react'
import { useState } from 'react'
import type { ReportReason, ReportSubject } from '#contract/conduct.ts'
import { CONDUCT_TEXT_MAX, CONDUCT_TEXT_MIN, PHOTO_MAX_BYTES } from '#contract/limits.ts'
import { api } from '#web/lib/api.ts'
import { plural, sentence } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Link } from '#web/ui/link.tsx'
import { optionsOf, Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { forgetNotes, NoteOwner, useNote } from '#web/ui/use-note.ts'
import { conversationKeys } from '../conversations/conversation-keys.ts'
import { reasonWords } from './conduct-words.ts'

type PersonMenuProps = {
  userId: string
  name: string
  /** Subject of a report; if absent, the person. */
  context?: ReportSubject
  /** If set, the button is only an icon with this accessible name. */
  iconLabel?: string
}

/** Menu to report or block a person. Shown only to a signed-in person, and not about themselves. */
export function PersonMenu({ userId, name, context, iconLabel }: PersonMenuProps) {
  const { user } = useAuth()
  const [open, setOpen] = useState(false)
  if (!user || user.id === userId) return null
  const opens = { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) } as const
  return (
    <>
      {iconLabel ? (
        <IconButton {...opens} label={iconLabel} className="-my-2 -mr-2 text-muted">
          <Flag className="size-4" />
        </IconButton>
      ) : (
        <Button
          {...opens}
          variant="ghost"
          size="sm"
          Icon={Flag}
          aria-label={`Reportar o bloquear a ${name}`}
        >
          Reportar o bloquear
        </Button>
      )}
      {open && (
        <PersonSheet
          person={{ userId, name }}
          subject={context ?? { kind: 'user', id: userId }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type SomePerson = { userId: string; name: string }

type PersonSheetProps = { person: SomePerson; subject: ReportSubject; onClose: () => void }

function PersonSheet({ person, subject, onClose }: PersonSheetProps) {
  const [step, setStep] = useState<'choose' | 'report' | 'block'>('choose')
  const [blocked, setBlocked] = useState(false)
  const client = useQueryClient()
  const { name } = person
  const close = () => {
    onClose()
    if (!blocked) return
    // Group chats no longer show messages of a blocked person. Reset only now: this sheet can be
    // part of such a chat.
    void client.resetQueries({ queryKey: conversationKeys.each() })
    void client.invalidateQueries({ queryKey: conversationKeys.list() })
  }
  const titles = { choose: name, report: `Reportar a ${name}`, block: `Bloquear a ${name}` }
  return (
    <Sheet open onClose={close} title={titles[step]}>
      {step === 'choose' && (
        <div className="grid gap-3">
          <p className="text-muted">
            Un reporte lo revisa una persona de Cupo. Bloquear es solo entre los dos. No le avisamos
            quién fue.
          </p>
          <Button Icon={Flag} onClick={() => setStep('report')}>
            Reportar
          </Button>
          <Button variant="secondary" Icon={Ban} onClick={() => setStep('block')}>
            Bloquear
          </Button>
          <p className="text-sm text-muted">En una emergencia llama al 123.</p>
        </div>
      )}
      {step === 'report' && (
        <NoteOwner value={subject.id}>
          <ReportForm subject={subject} onBlock={() => setStep('block')} onDone={close} />
        </NoteOwner>
      )}
      {step === 'block' && (
        <BlockPerson {...person} onBlocked={() => setBlocked(true)} onDone={close} />
      )}
    </Sheet>
  )
}

type ReportFormProps = { subject: ReportSubject; onBlock: () => void; onDone: () => void }

function ReportForm({ subject, onBlock, onDone }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | ''>('')
  const { note, field, tried, attempt } = useNote(CONDUCT_TEXT_MIN, '', 'report')
  const [photo, setPhoto] = useState<File | null>(null)
  const send = useAct(async (chosen: ReportReason) => {
    const body = { subject, reason: chosen, text: note }
    const { report } = await api.conduct.report({ body })
    // If the upload fails, the retry finds the same report.
    if (photo) {
      await api.conduct.addPhoto({ body: { reportId: report.id }, file: photo })
    }
    forgetNotes(subject.id)
  })
  if (send.isSuccess) return <Sent onBlock={onBlock} onDone={onDone} />
  const submit = () => attempt(() => reason && send.mutate(reason))
  return (
    <div className="grid gap-4">
      <Select
        label="¿Qué pasó?"
        placeholder="Elige un motivo"
        options={optionsOf(reasonWords)}
        value={reason}
        onChange={(event) => setReason(event.target.value as ReportReason | '')}
        error={tried && !reason ? 'Elige un motivo.' : null}
      />
      <TextArea
        label="Cuéntanos con tus palabras"
        rows={4}
        maxLength={CONDUCT_TEXT_MAX}
        {...field}
      />
      <FileDrop
        hint="Solo la ve quien decide"
        file={photo}
        onFile={setPhoto}
        maxBytes={PHOTO_MAX_BYTES}
      />
      <ErrorBanner error={send.error} />
      <Button pending={send.isPending} pendingText="Enviando…" onClick={submit}>
        Enviar reporte
      </Button>
    </div>
  )
}

function Sent({ onBlock, onDone }: Omit<ReportFormProps, 'subject'>) {
  return (
    <div className="grid gap-4">
      <p role="status">
        Recibimos tu reporte. Lo revisa una persona de Cupo y te avisamos. Lo ves en{' '}
        <Link to={paths.conduct()}>Conducta</Link>.
      </p>
      <Button onClick={onDone}>Listo</Button>
      <Button variant="secondary" onClick={onBlock}>
        También bloquear
      </Button>
    </div>
  )
}

type BlockPersonProps = { userId: string; name: string; onBlocked: () => void; onDone: () => void }

/** Asks for confirmation before blocking a person, and says what stays unchanged. */
function BlockPerson({ userId, name, onBlocked, onDone }: BlockPersonProps) {
  const block = useAct(() => api.blocks.add({ body: { userId } }), {
    onDone: onBlocked,
    refresh: [queryKeys.blocks(), ['search']],
  })
  if (block.data) return <Blocked name={name} open={block.data.openBookings} onDone={onDone} />
  return (
    <div className="grid gap-4">
      <ul className="grid list-disc gap-2 pl-5 wrap-anywhere">
        <li>
          No verás sus viajes ni verá los tuyos, y no podrán reservar juntos. No le avisamos: solo
          verá que tus viajes no aparecen y que no puede escribirte.
        </li>
        <li>El chat que tengan queda para leer; en el grupo de un viaje tampoco se leen.</li>
        <li>
          Las reservas confirmadas que ya tienen siguen en pie: viajas, o cancelas en Mis viajes con
          las condiciones de siempre. Una solicitud sin aceptar se vence, y lo apartado vuelve.
        </li>
        <li>
          Ninguno ve ya el teléfono del otro. Cupo sigue avisando la hora, el punto y la llegada.
        </li>
        <li>Puedes desbloquear cuando quieras en Mi cuenta, «Seguridad».</li>
      </ul>
      <ErrorBanner error={block.error} />
      <Button variant="danger" run={block}>
        Bloquear
      </Button>
    </div>
  )
}

function Blocked({ name, open, onDone }: { name: string; open: number; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <p role="status" className="wrap-anywhere">
        {sentence(`Bloqueaste a ${name}`)} Puedes desbloquear en{' '}
        <Link to={paths.profile('bloqueos')}>Personas bloqueadas</Link>.
      </p>
      {open > 0 && (
        <Banner tone="warn">
          {plural(open, 'reserva que ya tienen sigue', 'reservas que ya tienen siguen')} en pie. Si
          no quieres viajar, cancela en <Link to={paths.myTrips()}>Mis viajes</Link>.
        </Banner>
      )}
      <Button onClick={onDone}>Entendido</Button>
    </div>
  )
}
