import { Users } from 'lucide-react'

/** What happens to the money of a trip with one change, which is always paid from the wallet. */
export function ChangePromise() {
  return (
    <li className="flex gap-3">
      <Users className="mt-0.5 size-5 shrink-0 text-bosque" />
      Dos conductores: si uno falla antes de que subas, puedes dejar también el otro y te devolvemos
      todo. Si el primero se atrasa y pierdes el cambio, te devolvemos el segundo.
    </li>
  )
}
