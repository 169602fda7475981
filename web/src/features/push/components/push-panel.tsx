import { useQuery } from '@tanstack/react-query';

import type { Endpoint } from '@/api/types';
import { QueryList } from '@/components/ui/query-list';
import { RowSkeletons } from '@/components/ui/skeleton';
import { showFailure } from '@/lib/failure-toast';
import { useSession } from '@/lib/http/session';
import { showToast } from '@/lib/toasts';

import { devicesQuery, useRemoveDevice } from '../api/devices';
import { useDevice } from '../push-device';
import { DeviceRow } from './device-row';
import { ThisBrowser } from './this-browser';

/** Manages alerts while Harken is closed: in this browser, and the list of all browsers. */
export function PushPanel() {
  const userId = useSession((state) => state.user?._id);
  const query = useQuery(devicesQuery);
  const here = useDevice((state) => state.device);
  const remove = useRemoveDevice();
  const hereId = here?.userId === userId ? here?.endpointId : undefined;

  const takeOff = (device: Endpoint) =>
    remove.mutate(device, {
      onSuccess: () => showToast({ type: 'success', title: `${device.name} gets no more alerts` }),
      onError: (error) => showFailure(`${device.name} could not be removed`, error),
    });
  const isRemoving = ({ _id }: Endpoint) => remove.isPending && remove.variables._id === _id;
  const device = query.data?.find(({ _id }) => _id === hereId);

  return (
    <>
      <ThisBrowser
        device={device}
        removing={device !== undefined && isRemoving(device)}
        onRemove={takeOff}
      />
      <div className="-mx-5 -mb-5 border-t border-line empty:hidden sm:-mx-6">
        <QueryList
          query={query}
          what="your devices"
          pending={hereId && <RowSkeletons label="Loading devices" rows={1} />}
        >
          {(devices) => (
            <ul aria-label="Devices" className="divide-y divide-line">
              {devices.map((one) => (
                <DeviceRow
                  key={one._id}
                  device={one}
                  isHere={one._id === hereId}
                  removing={isRemoving(one)}
                  onRemove={() => takeOff(one)}
                />
              ))}
            </ul>
          )}
        </QueryList>
      </div>
    </>
  );
}
