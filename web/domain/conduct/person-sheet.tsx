import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { Link } from '#web/ui/link.tsx'

export type SomePerson = {
  userId: string
  /** As the screen shows it. */
  name: string
}

/** Asks before blocking, and says what stays. */
export function PersonSheet({ userId, name, onClose }: SomePerson & { onClose: () => void }) {
  const client = useQueryClient()
  const block = useMutation({
    mutationFn: () => api.blocks.add({ body: { userId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.blocks() }),
        client.invalidateQueries({ queryKey: ['search'] }),
      ]),
  })
  if (block.data) return <Blocked name={name} open={block.data.openBookings} onClose={onClose} />
  return (
    <Sheet
      open
      onClose={onClose}
      title={`¿Bloquear a ${name}?`}
      footer={
        <Button variant="danger" pending={block.isPending} onClick={() => block.mutate()}>
          Bloquear
        </Button>
      }
    >
      <p>
        No verás sus viajes ni verá los tuyos, y no podrán reservar ni escribirse. No le avisamos.
      </p>
      {block.isError && <Banner tone="err">{messageOf(block.error)}</Banner>}
    </Sheet>
  )
}

type BlockedProps = { name: string; open: number; onClose: () => void }

function Blocked({ name, open, onClose }: BlockedProps) {
  return (
    <Sheet
      open
      onClose={onClose}
      title={`Bloqueaste a ${name}`}
      footer={<Button onClick={onClose}>Entendido</Button>}
    >
      {open > 0 && (
        <Banner tone="warn">
          {plural(open, 'reserva que ya tienen sigue', 'reservas que ya tienen siguen')} en pie. Si
          no quieres viajar, cancela en <Link to={paths.myTrips()}>Mis viajes</Link>.
        </Banner>
      )}
      <p>
        Puedes desbloquear en <Link to={paths.profile('bloqueos')}>Mi cuenta</Link>.
      </p>
    </Sheet>
  )
}
