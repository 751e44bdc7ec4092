import { ServiceSettings } from '#libs/service-host';

/** No database yet: ballots, the jury's only state, come with its first subscription. */
export class JurySettings extends ServiceSettings {
  override readonly HTTP_PORT: number = 3003;
}
