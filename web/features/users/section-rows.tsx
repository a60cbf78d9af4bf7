import {
  Ban,
  BanknoteArrowDown,
  CarFront,
  FileCheck,
  FileText,
  Flag,
  Hand,
  IdCard,
  KeyRound,
  Leaf,
  LockKeyhole,
  Mail,
  MonitorSmartphone,
  ShieldCheck,
  Star,
  UserRound,
} from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { withdrawalPaths } from '#web/shared/withdrawals/withdrawal-links.ts'
import { Row, Rows } from '#web/ui/rows.tsx'

export function SecurityRows({ user }: { user: SessionUser }) {
  return (
    <Rows label="Seguridad">
      <Row Icon={Mail} text="Correo" detail={user.email} to={paths.profile('correo')} />
      <Row Icon={LockKeyhole} text="Contraseña" to={paths.profile('contrasena')} />
      <Row Icon={KeyRound} text="Google y Apple" to={paths.profile('cuentas')} />
      <Row Icon={MonitorSmartphone} text="Sesiones abiertas" to={paths.profile('sesiones')} />
      <Row Icon={ShieldCheck} text="Contacto de confianza" to="/contacto-de-confianza" />
      <Row Icon={Ban} text="Personas bloqueadas" to={paths.profile('bloqueos')} />
    </Rows>
  )
}

export function TravelRows({ user }: { user: SessionUser }) {
  return (
    <Rows label="Para viajar">
      <Row Icon={Hand} text="Busco cupo" to={paths.alerts()} />
      <Row Icon={Star} text="Lo que dicen de ti" to={paths.person(user.id)} />
      <Row Icon={UserRound} text="Viajes solo para mujeres" to={paths.profile('mujer')} />
      <Row Icon={Leaf} text="CO₂ que evité" to="/impacto" />
      <Row Icon={Flag} text="Conducta" to={paths.conduct()} />
    </Rows>
  )
}

/** Only who drives has the row that leads here. */
export function DrivingRows() {
  return (
    <Rows label="Para conducir">
      <Row Icon={FileCheck} text="Mis documentos" to={paths.documents()} />
      <Row Icon={CarFront} text="Mis vehículos" to={paths.vehicles()} />
      <Row Icon={BanknoteArrowDown} text="Ganancias" to={withdrawalPaths.earnings} />
    </Rows>
  )
}

export function DataRows() {
  return (
    <Rows label="Más de tus datos">
      <Row Icon={IdCard} text="Identidad" to={paths.identity(paths.profile('datos'))} />
      <Row Icon={ShieldCheck} text="Privacidad" to={paths.profile('privacidad')} />
      <Row Icon={FileText} text="Tus permisos y una copia de tus datos" to={paths.myData()} />
    </Rows>
  )
}
