import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { plural } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

type BlockPersonProps = {
  userId: string
  name: string
  onBlocked: () => void
  onDone: () => void
}

/** Asks for confirmation before blocking a person, and says what stays unchanged. */
export function BlockPerson({ userId, name, onBlocked, onDone }: BlockPersonProps) {
  const client = useQueryClient()
  const block = useMutation({
    mutationFn: () => api.blocks.add({ body: { userId } }),
    onSuccess: () => {
      onBlocked()
      return Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.blocks() }),
        client.invalidateQueries({ queryKey: ['search'] }),
      ])
    },
  })
  if (block.data) return <Blocked name={name} open={block.data.openBookings} onDone={onDone} />
  return (
    <div className="grid gap-4">
      <p>
        No verás sus viajes ni verá los tuyos, y no podrán reservar ni escribirse; en el grupo de un
        viaje tampoco se leen. No le avisamos.
      </p>
      {block.isError && <Banner tone="err">{messageOf(block.error)}</Banner>}
      <Button variant="danger" pending={block.isPending} onClick={() => block.mutate()}>
        Bloquear
      </Button>
    </div>
  )
}

function Blocked({ name, open, onDone }: { name: string; open: number; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <p role="status" className="wrap-anywhere">
        Bloqueaste a {name}. Puedes desbloquear en{' '}
        <Link to={paths.profile('bloqueos')}>Mi cuenta</Link>.
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
