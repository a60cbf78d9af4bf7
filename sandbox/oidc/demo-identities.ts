/** A person with an account at a provider. */
export type DemoIdentity = {
  subject: string
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  /** Apple only: whether the address is a relay that hides the real address. */
  privateRelay?: boolean
  /** Description of the account in the chooser. */
  note?: string
}

export const googleIdentities: DemoIdentity[] = [
  {
    subject: '108000000000000000001',
    email: 'mariana.rios@gmail.example',
    emailVerified: true,
    firstName: 'Mariana',
    lastName: 'Ríos',
  },
  {
    subject: '108000000000000000002',
    email: 'jorge.patino@gmail.example',
    emailVerified: true,
    firstName: 'Jorge',
    lastName: 'Patiño',
  },
  {
    subject: '108000000000000000003',
    email: 'sin.verificar@empresa.example',
    emailVerified: false,
    firstName: 'Andrés',
    lastName: 'Vélez',
    note: 'Correo sin verificar',
  },
  {
    subject: '108000000000000000004',
    email: 'pasajera@demo.cupo.co',
    emailVerified: true,
    firstName: 'Laura',
    lastName: 'Moreno',
    note: 'Ya tiene cuenta en Cupo con contraseña',
  },
]

export const appleIdentities: DemoIdentity[] = [
  {
    subject: '000111.aaaabbbbccccddddeeeeffff00001111.0101',
    email: 'valentina.mora@icloud.example',
    emailVerified: true,
    firstName: 'Valentina',
    lastName: 'Mora',
  },
  {
    subject: '000222.aaaabbbbccccddddeeeeffff00002222.0202',
    email: 'k7x2m9q4tz@privaterelay.appleid.example',
    emailVerified: true,
    firstName: 'Nicolás',
    lastName: 'Arango',
    privateRelay: true,
    note: 'Oculta su correo',
  },
  {
    subject: '000333.aaaabbbbccccddddeeeeffff00003333.0303',
    email: 'sin.verificar@icloud.example',
    emailVerified: false,
    firstName: 'Sara',
    lastName: 'Lozano',
    note: 'Correo sin verificar',
  },
]
