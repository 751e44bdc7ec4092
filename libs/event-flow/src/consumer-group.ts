import { type Service, serviceGroupPrefix } from '#libs/contracts';

/** One group for each subscription: a slow topic holds up no other. */
export const consumerGroup = (service: Service, topic: string): string => serviceGroupPrefix(service) + topic;
